import type { Page } from '@playwright/test';

import {
  countPutKeys,
  edit,
  nameOnServer,
  put,
  putStatuses,
  somePhone,
} from '../support/edits';
import { readRows } from '../support/databases';
import { expectSent, expectWaiting, settled } from '../support/outbox';
import {
  nameField,
  openProfile,
  pinField,
  saveProfile,
  signOut,
  threadRows,
} from '../support/screens';
import { databaseNames } from '../support/stored';
import { crash, wake } from '../support/sync-worker';
import { expect, test } from '../support/test';
import { ro } from '../support/words';

test.use({ isProxied: true });

async function askToLeave(page: Page) {
  await signOut(page);
  return page.getByRole('alertdialog');
}

async function signIn(page: Page, user: string, password: string) {
  await page.getByLabel(ro('login.user')).fill(user);
  await page.getByLabel(ro('login.password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: ro('login.submit') }).click();
  await expect(page).not.toHaveURL('/login');
}

function signInAsOrganizer(page: Page) {
  return signIn(page, 'organizer@demo.org', 'demo-organizer');
}

async function discard(page: Page) {
  const dialog = await askToLeave(page);
  const word = ro('shell.logout.word');
  await dialog
    .getByLabel(ro('shell.logout.discard.label', { word }))
    .fill(word);
  await dialog
    .getByRole('button', {
      name: ro('shell.logout.discard.button', { count: 1 }),
    })
    .click();
}

test.describe('a logout with something unsent', () => {
  test('can stay, send it, and then leave nothing behind', async ({
    page,
    faults,
    server,
    token,
  }) => {
    const phone = await somePhone(server, token, 1);
    const undo = faults.fail({ ...put, fault: { kind: 'reply', status: 503 } });
    await edit(page, phone, 'Ana Trimisă');
    await expectWaiting(page, 1, ro('outbox.sentAgain'));
    const dialog = await askToLeave(page);
    await expect(dialog).toContainText(ro('outbox.kind.observer.update'));
    await dialog
      .getByRole('button', { name: ro('shell.logout.send.button') })
      .click();
    const leave = dialog.getByRole('button', {
      name: ro('shell.logout.item'),
      exact: true,
    });
    await expect(leave).toHaveAttribute('aria-disabled', 'true');
    undo();
    await expect(dialog).toContainText(
      ro('shell.logout.sending.done'),
      settled,
    );
    await leave.click();
    await expect(page).toHaveURL('/login');
    await expect.poll(() => databaseNames(page)).toEqual([]);
    expect(await nameOnServer(server, await server.signIn(), phone)).toBe(
      'Ana Trimisă',
    );
  });

  test('can leave it locked for the next sign-in of the same user alone', async ({
    page,
    faults,
    server,
    token,
  }) => {
    const phone = await somePhone(server, token, 2);
    const undo = faults.fail({ ...put, fault: { kind: 'cutBefore' } });
    await edit(page, phone, 'Ana Încuiată');
    const dialog = await askToLeave(page);
    await dialog
      .getByRole('button', { name: ro('shell.logout.keep.button') })
      .click();
    await expect(page).toHaveURL('/login');
    await expect(
      page.getByText(ro('login.waiting.title', { count: 1 })),
    ).toBeVisible();
    await expect
      .poll(() => databaseNames(page))
      .toEqual([expect.stringMatching(/^vmo-intent-/)]);
    undo();
    await server.forget();

    await test.step('another account sees a number, and sends nothing', async () => {
      await signIn(page, 'admin@demo.org', 'demo-admin');
      await expect(
        page.getByText(ro('shell.others.title', { count: 1 })),
      ).toBeVisible();
      await expect(threadRows(page).first()).toBeVisible();
      await page.goto('/outbox');
      await expect(page.getByText(ro('outbox.empty.title'))).toBeVisible();
      await expect(page.getByText('Ana Încuiată')).toBeHidden();
      expect(await putStatuses(server)).toEqual([]);
      await askToLeave(page);
      await expect(page).toHaveURL('/login');
    });

    await test.step('its owner goes on', async () => {
      await signInAsOrganizer(page);
      // The logout before ended the first one at the server, too.
      const later = await server.signIn();
      await expect
        .poll(() => nameOnServer(server, later, phone), settled)
        .toBe('Ana Încuiată');
      await expect
        .poll(() =>
          page.evaluate(() => localStorage.getItem('unsent-work') ?? ''),
        )
        .toBe('');
    });
  });

  test('can give it up, with a typed word', async ({
    page,
    faults,
    server,
    token,
  }) => {
    const phone = await somePhone(server, token, 3);
    const before = await nameOnServer(server, token, phone);
    faults.fail({ ...put, fault: { kind: 'cutBefore' } });
    await edit(page, phone, 'Ana Renunțată');
    await discard(page);
    await expect(page).toHaveURL('/login');
    await expect.poll(() => databaseNames(page)).toEqual([]);
    faults.heal();
    await signInAsOrganizer(page);
    await page.goto('/outbox');
    await expect(page.getByText(ro('outbox.empty.title'))).toBeVisible();
    expect(await nameOnServer(server, await server.signIn(), phone)).toBe(
      before,
    );
  });
});

/**
 * A page that dies at a step of the wipe: the step is called and never done,
 * then the page is crashed by the browser.
 */
const steps: [string, string][] = [
  ['the promise is made', 'worker'],
  ['the token is gone', 'token'],
  ['the cache is being deleted', 'vmo-cache-'],
  ['the work is being deleted', 'vmo-intent-'],
  ['the databases are gone', 'caches'],
  ['everything but the promise is gone', 'promise'],
];

test.describe('a wipe that is killed when', () => {
  for (const [what, step] of steps) {
    test(`${what} is finished before anything is shown`, async ({
      page,
      context,
      faults,
      server,
      token,
    }) => {
      const phone = await somePhone(server, token, 4);
      faults.fail({ ...put, fault: { kind: 'cutBefore' } });
      await edit(page, phone, 'Ana Ștearsă');
      await hangAt(page, step);
      await discard(page);
      await expect
        .poll(() =>
          page.evaluate(() => document.documentElement.dataset['hangs']),
        )
        .toBe('yes');
      await crash(page);

      const next = await context.newPage();
      await next.addInitScript(() => {
        // What is on the device when the first word is drawn.
        new MutationObserver((_changes, observer) => {
          if (!document.querySelector('#root *')) return;
          observer.disconnect();
          void indexedDB.databases().then((all) => {
            document.documentElement.dataset['found'] = JSON.stringify([
              all.map(({ name }) => name),
              localStorage.getItem('token-id'),
              localStorage.getItem('wipe-in-progress'),
            ]);
          });
        }).observe(document, { childList: true, subtree: true });
      });
      await next.goto('/outbox');
      await expect(next.getByLabel(ro('login.user'))).toBeVisible();
      await expect
        .poll(() =>
          next.evaluate(() => document.documentElement.dataset['found']),
        )
        .toBe(JSON.stringify([[], null, null]));
      const stored = await next.evaluate(() =>
        JSON.stringify([{ ...localStorage }, { ...sessionStorage }]),
      );
      expect(stored).not.toMatch(/Ana|demo\.org|unsent-work/);
    });
  }
});

/** Lets one step of the wipe be reached, and never be done. */
async function hangAt(page: Page, step: string): Promise<void> {
  await page.evaluate((step) => {
    const hang = () => {
      document.documentElement.dataset['hangs'] = 'yes';
    };
    const { removeItem } = Storage.prototype;
    Storage.prototype.removeItem = function remove(key) {
      if (step === 'promise' && key === 'wipe-in-progress') {
        hang();
        return;
      }
      removeItem.call(this, key);
    };
    if (step === 'worker') {
      // The worker is never told to stop: nothing after the promise is done.
      Worker.prototype.postMessage = () => {
        if (localStorage.getItem('wipe-in-progress') !== null) hang();
      };
    }
    const never = () => Object.assign(new EventTarget(), {});
    const real = indexedDB.deleteDatabase.bind(indexedDB);
    Object.defineProperty(indexedDB, 'deleteDatabase', {
      value: (name: string) => {
        if (step === 'token' || name.startsWith(step)) {
          hang();
          return never();
        }
        return real(name);
      },
    });
    if (step === 'caches') {
      Object.defineProperty(caches, 'keys', {
        value: () => {
          hang();
          return new Promise(() => {});
        },
      });
    }
  }, step);
}

test('a session that ends in the middle of five changes loses none, and burns no attempt', async ({
  page,
  faults,
  server,
  token,
}) => {
  const phones = await Promise.all(
    [6, 7, 8, 9, 10].map((at) => somePhone(server, token, at)),
  );
  const undo = faults.fail({ ...put, fault: { kind: 'reply', status: 503 } });
  for (const phone of phones) await edit(page, phone, `Ana ${phone}`);
  undo();
  faults.fail({ ...put, fault: { kind: 'delay', ms: 300 }, times: 1 });
  faults.fail({ ...put, fault: { kind: 'reply', status: 401 } });
  await expect(page).toHaveURL('/login', settled);
  await expect(page.getByText(ro('login.ended.title'))).toBeVisible();
  expect((await putStatuses(server)).length).toBeLessThanOrEqual(1);

  faults.heal();
  await signInAsOrganizer(page);
  // A request that was cut off on its way is waited for, at most a minute.
  await expectSent(page, 5, { timeout: 90_000 });
  expect(await countPutKeys(server)).toBe(5);
  for (const phone of phones) {
    expect(await nameOnServer(server, token, phone)).toBe(`Ana ${phone}`);
  }
});

test('a profile that is being typed when the session ends is offered again to its user alone', async ({
  page,
  faults,
  server,
  token,
}) => {
  const phone = await somePhone(server, token, 12);
  await openProfile(page, phone);
  await nameField(page).fill('Ana Întreruptă');
  await page.getByLabel(ro('profile.keepPin')).uncheck();
  await pinField(page).fill('7391');
  const undo = faults.fail({
    path: /\/api\//,
    fault: { kind: 'reply', status: 401 },
  });
  // The sign-in below asks through the same thread: its clock stays as it is.
  await wake(page);
  await expect(page).toHaveURL('/login', settled);
  undo();
  const drafts = await readRows(page, 'intent', 'drafts');
  expect(drafts).toHaveLength(1);
  expect(JSON.stringify(drafts)).not.toContain('7391');

  await test.step('not to another account', async () => {
    await signIn(page, 'admin@demo.org', 'demo-admin');
    await page.goto(`/observatori/profil/edit/${encodeURIComponent(phone)}`);
    await expect(page.getByText('Ana Întreruptă')).toBeHidden();
    await askToLeave(page);
    await expect(page).toHaveURL('/login');
  });

  await signInAsOrganizer(page);
  await page.goto(`/observatori/profil/edit/${encodeURIComponent(phone)}`);
  await expect(page.getByText('Ana Întreruptă')).toBeVisible();
  await page.getByRole('button', { name: ro('common.draft.resume') }).click();
  await expect(nameField(page)).toHaveValue('Ana Întreruptă');
  await expect(page.getByText(ro('profile.pinNotSaved'))).toBeVisible();
  await page.getByLabel(ro('profile.keepPin')).check();
  await saveProfile(page);
  await expect
    .poll(() => nameOnServer(server, token, phone), settled)
    .toBe('Ana Întreruptă');
  expect(await readRows(page, 'intent', 'drafts')).toEqual([]);
});

test('a tab follows at once when another one signs out and in as somebody else', async ({
  page,
  context,
}) => {
  await page.goto('/answers');
  await expect(threadRows(page).first()).toBeVisible();
  const other = await context.newPage();
  await other.goto('/statistics');
  await askToLeave(page);
  await expect(page).toHaveURL('/login');
  await expect(other.getByLabel(ro('login.user'))).toBeVisible();
  await expect.poll(() => databaseNames(other)).toEqual([]);

  await signIn(page, 'admin@demo.org', 'demo-admin');
  const account = new RegExp('admin@demo.org');
  await expect(page.getByRole('button', { name: account })).toBeVisible();
  await expect(other.getByRole('button', { name: account })).toBeVisible();
});

test('a device without word from the server for a day locks, and the same user goes on', async ({
  page,
  faults,
  server,
  token,
}) => {
  const phone = await somePhone(server, token, 5);
  faults.fail({ ...put, fault: { kind: 'cutBefore' } });
  await edit(page, phone, 'Ana Peste Noapte');
  faults.fail({ path: /\/api\//, fault: { kind: 'cutBefore' } });
  // Outside of the app, which may hear of the server in this very moment.
  const address = page.url();
  await page.goto('/assets/i18n/ro.json');
  await page.evaluate(() => {
    const dayAgo = Date.now() - 24 * 60 * 60_000 - 1000;
    localStorage.setItem('last-contact', String(dayAgo));
  });
  await page.goto(address);
  await expect(page).toHaveURL('/login');
  await expect(page.getByText(ro('login.aged.title'))).toBeVisible();
  await expect(nameField(page)).toBeHidden();
  faults.heal();
  await signInAsOrganizer(page);
  await openProfile(page, phone);
  await expect(nameField(page)).toHaveValue('Ana Peste Noapte');
  await expectSent(page);
});
