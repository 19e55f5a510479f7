import type { Page } from '@playwright/test';

import { shellInstalled } from '../../support/shell-installed';
import { askServer } from '../support/demo';
import { edit, nameOnServer, phonesOf, put } from '../support/edits';
import { noteFault } from '../support/fault-count';
import { holdOutbox } from '../support/hold-storage';
import { countRows, sealedStates } from '../support/databases';
import { expectSent } from '../support/outbox';
import {
  addressOf,
  details,
  nameField,
  openProfile,
  saveProfile,
  threadRows,
} from '../support/screens';
import { databaseNames, deleteDatabase, dumpDevice } from '../support/stored';
import { expect, test } from '../support/test';
import { ro } from '../support/words';

test.use({ isProxied: true, ownServer: 'faults' });

test.describe('a database deleted with two changes unsent', () => {
  test('is said at once, and again after a reload', async ({
    page,
    context,
    faults,
    server,
    token,
  }) => {
    const [first = '', second = ''] = await phonesOf(server, token);
    faults.fail({ ...put, fault: { kind: 'cutBefore' } });
    await edit(page, first, 'Ana Una');
    await edit(page, second, 'Ana Două');
    const other = await context.newPage();
    await other.goto('/assets/i18n/ro.json');
    noteFault('deleted database');
    await deleteDatabase(other, 'vmo-intent-');
    const lost = ro('shell.lost.title', { count: 2 });
    await expect(page.getByText(lost)).toBeVisible();
    await expect(page.getByRole('alert')).toContainText(
      ro('shell.trouble.deleted.title'),
    );

    await page.reload();
    await expect(page.getByText(lost)).toBeVisible();
    await page
      .getByRole('button', { name: ro('shell.lost.understood') })
      .click();
    await expect(page.getByText(lost)).toBeHidden();
    await page.reload();
    await expect(nameField(page)).toBeVisible();
    await expect(page.getByText(lost)).toBeHidden();
  });
});

test.describe('all databases deleted with a change unsent', () => {
  // Transactions under way end so, and Dexie tells the console.
  test.use({ reported: ['AbortError'] });

  test('by the browser is said, and the rest is fetched again', async ({
    page,
    context,
    origin,
    faults,
    server,
    token,
  }) => {
    const [, , third = ''] = await phonesOf(server, token);
    faults.fail({ ...put, fault: { kind: 'cutBefore' } });
    await edit(page, third, 'Ana Curățată');
    noteFault('deleted database');
    const devtools = await context.newCDPSession(page);
    await devtools.send('Storage.clearDataForOrigin', {
      origin,
      storageTypes: 'indexeddb',
    });
    const lost = ro('shell.lost.title', { count: 1 });
    await expect(page.getByText(lost)).toBeVisible();
    await page.reload();
    await expect(page.getByText(lost)).toBeVisible();
    // And what the server has is fetched again.
    await page.goto('/answers');
    await expect(threadRows(page)).toHaveCount(10);
  });
});

test('a full device gives up copies of the server first, then says that nothing was saved', async ({
  page,
  context,
  origin,
  faults,
  server,
  token,
}) => {
  const [, , , phone = ''] = await phonesOf(server, token);
  const devtools = await context.newCDPSession(page);
  noteFault('full device');
  // Before anything is kept: the browser looks at its limit only now and then.
  const quotaSize = 8 * 1024 * 1024;
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize });
  const thread = await askServer(server.origin, token).find(() => true);
  await page.goto(addressOf(thread));
  await expect(details(page).getByRole('tab').first()).toBeVisible();
  await openProfile(page, phone);
  // From here on the server brings nothing that could take the room again.
  faults.fail({ path: /\/api\//, fault: { kind: 'cutBefore' } });

  await test.step('the copies make room', async () => {
    await fill(page, 'vmo-cache-', 'details');
    const before = await countRows(page, 'cache', 'details');
    await nameField(page).fill('Ana la Limită');
    await saveProfile(page);
    expect(await countRows(page, 'cache', 'details')).toBeLessThan(before);
    expect(await countRows(page, 'intent', 'outbox')).toBe(1);
  });

  await test.step('when there are none left, the reserve does', async () => {
    await page.goBack();
    await expect(nameField(page)).toHaveValue('Ana la Limită');
    await fill(page, 'vmo-intent-', 'reads');
    const before = await countRows(page, 'intent', 'meta');
    // What the first save said must not stand for the second.
    await expect(page.getByText(ro('common.savedOnDevice'))).toHaveCount(0);
    await nameField(page).fill('Ana din Rezervă');
    await saveProfile(page);
    expect(await countRows(page, 'intent', 'meta')).toBe(before - 1);
  });

  await test.step('then nothing can be kept', async () => {
    await page.goBack();
    await expect(nameField(page)).toHaveValue('Ana din Rezervă');
    await fill(page, 'vmo-intent-', 'reads');
    await nameField(page).fill('Ana Nesalvată');
    await page.getByRole('button', { name: ro('common.save') }).click();
    await expect(page.getByText(ro('profile.notSaved'))).toBeVisible();
    await expect(nameField(page)).toHaveValue('Ana Nesalvată');
    expect(await countRows(page, 'intent', 'outbox')).toBe(1);
  });

  await test.step('and with room again it is saved and sent', async () => {
    await unfill(page, 'vmo-intent-', 'reads');
    await page.getByRole('button', { name: ro('common.save') }).click();
    await expect(page.getByText(ro('profile.notSaved'))).toBeHidden();
    faults.heal();
    await expectSent(page, 1, { timeout: 60_000 });
    expect(await nameOnServer(server, token, phone)).toBe('Ana Nesalvată');
  });
});

test.describe('a browser that forbids storage', () => {
  test.use({ reported: ['OpenFailedError'] });

  test('is said, and nothing is called saved', async ({ page }) => {
    noteFault('denied storage');
    await page.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('Denied', 'SecurityError');
      };
    });
    await page.goto('/observatori/profil/new');
    await expect(
      page.getByRole('heading', { name: ro('shell.trouble.denied.title') }),
    ).toBeVisible();
    await expect(nameField(page)).toBeHidden();
    await expect(page.getByText(ro('common.savedOnDevice'))).toHaveCount(0);
  });
});

/** Fills a table, past the app, with what no compression makes smaller, to the last kilobyte. */
async function fill(page: Page, start: string, table: string): Promise<void> {
  await page.evaluate(
    async ([start, table]) => {
      const all = await indexedDB.databases();
      const name = all.find((each) => each.name?.startsWith(start))?.name ?? '';
      const open = indexedDB.open(name);
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        open.addEventListener('success', () => resolve(open.result));
        open.addEventListener('error', () => reject(open.error));
      });
      const put = (key: string, bytes: number) =>
        new Promise<boolean>((resolve) => {
          const junk = new Uint8Array(bytes);
          for (let from = 0; from < bytes; from += 65_536) {
            crypto.getRandomValues(junk.subarray(from, from + 65_536));
          }
          const writing = db.transaction(table, 'readwrite');
          writing.objectStore(table).put({ key, junk });
          writing.addEventListener('complete', () => resolve(true));
          writing.addEventListener('abort', () => resolve(false));
        });
      const usage = async () => (await navigator.storage.estimate()).usage;
      let at = 0;
      let before: number;
      // What it tidies up behind the writes is room again: until it takes nothing more.
      do {
        before = at;
        for (const bytes of [262_144, 16_384, 1_024, 128]) {
          while (await put(`junk:${at}`, bytes)) at += 1;
        }
        let seen: number | undefined;
        let now = await usage();
        while (now !== seen) {
          seen = now;
          await new Promise((resolve) => setTimeout(resolve, 250));
          now = await usage();
        }
      } while (at > before);
      db.close();
    },
    [start, table] as const,
  );
}

/** Takes it out again. */
async function unfill(page: Page, start: string, table: string): Promise<void> {
  await page.evaluate(
    async ([start, table]) => {
      const all = await indexedDB.databases();
      const name = all.find((each) => each.name?.startsWith(start))?.name ?? '';
      const open = indexedDB.open(name);
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        open.addEventListener('success', () => resolve(open.result));
        open.addEventListener('error', () => reject(open.error));
      });
      const writing = db.transaction(table, 'readwrite');
      const range = IDBKeyRange.bound('junk:', 'junk;');
      writing.objectStore(table).delete(range);
      await new Promise<void>((resolve) => {
        writing.addEventListener('complete', () => resolve());
      });
      db.close();
    },
    [start, table] as const,
  );
}

test.describe('what rests on the device', () => {
  test.use({ signedIn: false });

  test('holds no PIN and no password, and after a logout no token', async ({
    page,
    context,
    server,
    token,
  }) => {
    await page.goto('/login');
    await page.getByLabel(ro('login.user')).fill('organizer@demo.org');
    await page
      .getByLabel(ro('login.password'), { exact: true })
      .fill('demo-organizer');
    await page.getByRole('button', { name: ro('login.submit') }).click();
    await expect(threadRows(page).first()).toBeVisible();
    const mine = await page.evaluate(() => localStorage.getItem('token-id'));
    const secret = mine?.split('.')[2] ?? '';
    expect(secret.length).toBeGreaterThan(20);

    const [, , , , phone = ''] = await phonesOf(server, token);
    await openProfile(page, phone);
    await shellInstalled(page);
    await context.setOffline(true);
    await page.getByLabel(ro('profile.keepPin')).uncheck();
    await page.getByRole('textbox', { name: ro('profile.pin') }).fill('918273');
    await saveProfile(page);
    await page.goto('/observatori/profil/new');
    await nameField(page).fill('Ana cu PIN');
    await page.getByLabel(ro('profile.phone')).fill('0799123123');
    await page.getByRole('textbox', { name: ro('profile.pin') }).fill('465564');
    await saveProfile(page);
    for (const path of ['/outbox', '/answers', '/statistics']) {
      await page.goto(path);
    }
    expect(await countRows(page, 'intent', 'outbox')).toBe(2);

    const away = await dumpDevice(page);
    // The dump sees what is there: the change is, its PIN is not.
    expect(away).toContain('Ana cu PIN');
    expect(away).not.toMatch(/918273|465564|demo-organizer/);
    // The token is in the one place that the specification names.
    expect(away.split(secret)).toHaveLength(2);

    await test.step('sent ones keep not even the cipher', async () => {
      await context.setOffline(false);
      await expectSent(page, 2, { timeout: 60_000 });
      expect(await sealedStates(page)).toEqual([]);
    });

    await test.step('after the logout nobody was here', async () => {
      const account = new RegExp(`^${ro('shell.account')} `);
      await page.getByRole('button', { name: account }).click();
      await page
        .getByRole('menuitem', { name: ro('shell.logout.item') })
        .click();
      await expect(page).toHaveURL('/login');
      await expect
        .poll(() =>
          page.evaluate(() => localStorage.getItem('wipe-in-progress')),
        )
        .toBe(null);
      const left = await dumpDevice(page);
      expect(left).not.toContain(secret);
      expect(left).not.toContain('Ana cu PIN');
      expect(left).not.toMatch(/918273|465564|organizer@demo\.org/);
      expect(await databaseNames(page)).toEqual([]);
    });
  });
});

test('data that the browser keeps from everybody is said, and gone on with once it answers', async ({
  page,
  token,
  server,
}) => {
  const [phone = ''] = await phonesOf(server, token);
  await openProfile(page, phone);
  const letGo = await holdOutbox(page);
  noteFault('held database');
  await nameField(page).fill('Ana Reținută');
  await page.getByRole('button', { name: ro('common.save') }).click();
  const banner = page.getByText(ro('shell.silent.title'));
  await expect(banner).toBeVisible();
  await letGo();
  await expect(banner).toBeHidden();
  await expect
    .poll(() => nameOnServer(server, token, phone))
    .toBe('Ana Reținută');
});

test.describe('a start without what nothing works without', () => {
  // The page's own scripts end there: the words stand in index.html.
  test.use({ reported: ['SecurityError', 'MissingAPIError'] });

  for (const [what, name] of [
    ['storage', 'localStorage'],
    ['database', 'indexedDB'],
  ] as const) {
    test(`a browser that withholds the ${what} says which, and how to allow it`, async ({
      page,
    }) => {
      await page.addInitScript((property) => {
        Object.defineProperty(globalThis, property, {
          get() {
            if (property === 'indexedDB') return null;
            throw new DOMException('Access is denied', 'SecurityError');
          },
        });
      }, name);
      await page.goto('/answers');
      await expect(page.getByRole('alert')).toHaveCount(1);
      await expect(page.getByRole('alert')).toContainText('datele site-ului');
      await expect(page.locator('#starting')).toBeHidden();
      noteFault(`no ${what}`);
    });
  }
});

test.describe('a browser that keeps the app from this device', () => {
  test.use({ reported: ['SecurityError'] });

  for (const [how, refuse] of [
    [
      'refuses service workers',
      () => {
        ServiceWorkerContainer.prototype.register = () =>
          Promise.reject(new DOMException('Insecure', 'SecurityError'));
      },
    ],
    [
      'has no service workers',
      () => {
        Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');
      },
    ],
  ] as const) {
    test(`because it ${how}: says that it starts with a network alone`, async ({
      page,
    }) => {
      await page.addInitScript(refuse);
      await page.goto('/answers');
      await expect(threadRows(page).first()).toBeVisible();
      const banner = page.getByText(ro('shell.onlineOnly.title'));
      await expect(banner).toBeVisible();
      await page.getByRole('button', { name: ro('common.close') }).click();
      await expect(banner).toBeHidden();
    });
  }
});
