import { setTimeout as pause } from 'node:timers/promises';

import type { Locator, Page } from '@playwright/test';

import { shellInstalled } from '../../support/shell-installed';
import { countPutKeys, nameOnServer, somePhone } from '../support/edits';
import { sweptLists } from '../support/databases';
import { expectOutbox, expectSent, settled } from '../support/outbox';
import {
  countLoads,
  publish,
  testWithBuild,
  waitForControl,
} from '../support/releases';
import {
  nameField,
  pinField,
  openProfile,
  saveProfile,
  threadRows,
} from '../support/screens';
import { expect } from '../support/test';
import { buildNewer } from '../support/two-builds';
import { ro } from '../support/words';

const test = testWithBuild(buildNewer);

/** How long, in ms, a start may take that begins anew after fifteen seconds. */
const START_MS = 60_000;

function banner(page: Page, state: string): Locator {
  return page.getByText(ro(`shell.update.${state}`), { exact: true });
}

function acceptButton(page: Page): Locator {
  return page.getByRole('button', { name: ro('shell.update.now') });
}

/** Which build last checked in: the newer one writes a higher version. */
function writerVersion(page: Page): Promise<unknown> {
  return page.evaluate(async () => {
    const all = await indexedDB.databases();
    const name = all.find((each) => each.name?.startsWith('vmo-intent-'))?.name;
    const open = indexedDB.open(name ?? '');
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      open.addEventListener('success', () => resolve(open.result));
      open.addEventListener('error', () => reject(open.error));
    });
    const get = db
      .transaction('meta')
      .objectStore('meta')
      .get('minWriterVersion');
    const row = await new Promise<unknown>((resolve, reject) => {
      get.addEventListener('success', () => resolve(get.result));
      get.addEventListener('error', () => reject(get.error));
    });
    db.close();
    return typeof row === 'object' && row !== null && 'v' in row ? row.v : row;
  });
}

/** The states of the service workers that this tab knows: in charge, waiting, being installed. */
function workerStates(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    const { active, waiting, installing } = registration ?? {};
    return [active, waiting, installing].flatMap((worker) =>
      worker ? worker.state : [],
    );
  });
}

/** Has a tab look for a newer build, and waits until it has read the settings for it. */
async function lookForUpdate(page: Page): Promise<void> {
  const asked = page.waitForEvent('requestfinished', (request) =>
    request.url().endsWith('/config.json'),
  );
  await page.evaluate(() =>
    document.dispatchEvent(new Event('visibilitychange')),
  );
  await asked;
}

function titleField(page: Page): Locator {
  return page.getByLabel(ro('forms.field.form.title'));
}

test('a form typed in another tab is there again after the update, and each tab reloads once', async ({
  page,
  context,
  builds,
}) => {
  await page.goto('/answers');
  await expect(threadRows(page).first()).toBeVisible();
  const editor = await context.newPage();
  await editor.goto('/formulare/nou');
  await titleField(editor).fill('Formular ne');
  await expect.poll(() => writerVersion(page)).toBe(2);
  await publish(page, builds);
  await expect(banner(page, 'ready')).toBeVisible();
  await expect(banner(editor, 'ready')).toBeVisible();
  // The last letters are younger than the pause after which a draft is kept.
  await titleField(editor).pressSequentially('terminat');

  const loads = [countLoads(page), countLoads(editor)];
  await acceptButton(page).click();
  await expect.poll(() => loads.map((count) => count())).toEqual([1, 1]);
  await expect(titleField(editor)).toHaveValue('Formular neterminat');
  await expect(threadRows(page).first()).toBeVisible();
  await expect(banner(page, 'ready')).toBeHidden();
  await expect.poll(() => writerVersion(page)).toBe(3);
  // Nothing is left that could take over, so no further reload can come.
  for (const tab of [page, editor]) {
    await expect.poll(() => workerStates(tab)).toEqual(['activated']);
  }
  expect(loads.map((count) => count())).toEqual([1, 1]);
});

test('a change on its way while the update happens arrives once', async ({
  page,
  server,
  token,
  builds,
}) => {
  const phone = await somePhone(server, token, 0);
  await openProfile(page, phone);
  await publish(page, builds);
  await expect(acceptButton(page)).toBeVisible();
  await nameField(page).fill('Ana în Zbor');
  await saveProfile(page);
  const loads = countLoads(page);
  await acceptButton(page).click();
  await expect.poll(loads).toBe(1);
  await expect.poll(() => writerVersion(page)).toBe(3);
  await expectSent(page);
  expect(await countPutKeys(server)).toBe(1);
  expect(await nameOnServer(server, token, phone)).toBe('Ana în Zbor');
});

test('tabs that start while the update happens end on the newer build', async ({
  page,
  context,
  builds,
}) => {
  await page.goto('/answers');
  await expect(threadRows(page).first()).toBeVisible();
  await publish(page, builds);
  await expect(acceptButton(page)).toBeVisible();
  const starting = await Promise.all([0, 1, 2, 3].map(() => context.newPage()));
  await acceptButton(page).click();
  await Promise.all(
    starting.map(async (tab, at) => {
      await pause(at * 120);
      // The rows are waited for below: a start that the update cuts off begins anew.
      await tab.goto('/answers', { waitUntil: 'commit' });
    }),
  );
  for (const tab of [page, ...starting]) {
    const rows = threadRows(tab).first();
    const isShown = await rows.waitFor({ timeout: START_MS }).then(
      () => true,
      () => false,
    );
    // Chromium may leave what such a start asks for unanswered, also its first script:
    // the tab stays blank until a person loads it again.
    if (!isShown) await tab.reload();
    await expect(rows).toBeVisible();
    // Each tab may reload once more: a question to the page before fails.
    await expect(async () => {
      expect(await writerVersion(tab)).toBe(3);
      expect(await workerStates(tab)).toEqual(['activated']);
    }).toPass();
    await expect(banner(tab, 'ready')).toBeHidden();
    await expect(tab.getByText(ro('shell.readOnly.title'))).toBeHidden();
  }
  // One that began on the older build is on it no more.
  const builtFrom = (tab: Page) =>
    tab.evaluate(() => [...document.scripts].map(({ src }) => src));
  const newer = await builtFrom(page);
  for (const tab of starting) expect(await builtFrom(tab)).toEqual(newer);
});

test('a page without a service worker, whose files the server has no more, starts from this device', async ({
  page,
  context,
}) => {
  await page.goto('/answers');
  await expect(threadRows(page).first()).toBeVisible();
  await shellInstalled(page);
  const asked: string[] = [];
  await page.route('**/assets/base-*.js', (route) => {
    asked.push(route.request().url());
    return route.fulfill({ status: 404 });
  });
  // As Shift and the reload button do: no service worker answers for this page.
  const browser = await context.newCDPSession(page);
  await browser.send('Page.reload', { ignoreCache: true });
  await expect.poll(() => asked).toHaveLength(1);
  await expect(threadRows(page).first()).toBeVisible();
  await waitForControl(page);
  expect(asked).toHaveLength(1);
});

test('an older build that still waits for a slow server does not hold the update up', async ({
  page,
  builds,
}) => {
  // Cached once the first screen is shown.
  const asked = builds.hold('/guide.pdf');
  await page.goto('/answers');
  await expect(threadRows(page).first()).toBeVisible();
  await asked;
  await publish(page, builds);
  const loads = countLoads(page);
  await acceptButton(page).click();
  await expect.poll(loads).toBe(1);
  await expect.poll(() => writerVersion(page)).toBe(3);
});

test('an update that a request holds up comes to each tab when the request has ended', async ({
  page,
  context,
  builds,
}) => {
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto('/answers');
    await expect(threadRows(tab).first()).toBeVisible();
  }
  await waitForControl(page);
  const asked = builds.hold('/assets/nowhere.js');
  // The service worker has no such file, and waits for the server.
  await page.evaluate(() => {
    void fetch('/assets/nowhere.js').catch(() => undefined);
  });
  await asked;
  await publish(page, builds);
  const loads = countLoads(page);
  await acceptButton(page).click();
  // After ten seconds it reloads on the older build.
  await expect.poll(loads).toBe(1);
  builds.release();
  await expect(async () => {
    // Chromium may have forgotten the first yes: then it is offered again.
    if (await acceptButton(page).isVisible()) await acceptButton(page).click();
    expect(await writerVersion(page)).toBe(3);
  }).toPass();
  await expect(banner(other, 'leaving')).toBeHidden();
  await expect(threadRows(other).first()).toBeVisible();
});

test('input that nothing can keep holds the update up, until it is saved or given up', async ({
  page,
  context,
  server,
  token,
  builds,
}) => {
  const phone = await somePhone(server, token, 0);
  await page.goto('/answers');
  await expect(threadRows(page).first()).toBeVisible();
  const other = await context.newPage();
  await openProfile(other, phone);
  // The one input that no draft keeps.
  await other.getByLabel(ro('profile.keepPin')).uncheck();
  const pin = pinField(other);
  await pin.fill('73');
  await publish(page, builds);
  const loads = countLoads(other);
  await acceptButton(page).click();
  await expect(
    page.getByText(ro('shell.update.unready', { count: 1 })),
  ).toBeVisible();
  await expect(banner(other, 'needed')).toBeVisible();
  expect(loads()).toBe(0);
  await expect(pin).toHaveValue('73');

  // Given up by its user, it goes on by itself.
  await pin.fill('');
  await expect.poll(loads).toBe(1);
  await expect.poll(() => writerVersion(other)).toBe(3);
});

test('a tab that sleeps is counted, and its closing is answer enough', async ({
  page,
  context,
  builds,
}) => {
  await page.goto('/answers');
  await expect(threadRows(page).first()).toBeVisible();
  const asleep = await context.newPage();
  await asleep.goto('/answers');
  await expect(threadRows(asleep).first()).toBeVisible();
  await publish(page, builds);
  await expect(acceptButton(page)).toBeVisible();
  const devtools = await context.newCDPSession(asleep);
  await devtools.send('Debugger.enable');
  await devtools.send('Debugger.pause');
  const loads = countLoads(page);
  await acceptButton(page).click();
  await expect(
    page.getByText(ro('shell.update.silent', { count: 1 })),
  ).toBeVisible();
  expect(loads()).toBe(0);

  await test.step('calling it off lets everybody save again', async () => {
    await page
      .getByRole('button', { name: ro('common.cancel'), exact: true })
      .click();
    await expect(banner(page, 'ready')).toBeVisible();
  });
  await acceptButton(page).click();
  await expect(
    page.getByText(ro('shell.update.silent', { count: 1 })),
  ).toBeVisible();
  await asleep.close();
  await expect.poll(loads).toBe(1);
  await expect.poll(() => writerVersion(page)).toBe(3);
});

test('a tab left on the older build may only read', async ({
  page,
  context,
  server,
  token,
  builds,
}) => {
  const phone = await somePhone(server, token, 1);
  builds.configure({ prefetchThreads: 0 });
  await openProfile(page, phone);
  await nameField(page).fill('Ana Rămasă');
  // No draft keeps a PIN, so the page does not reload by itself.
  await page.getByLabel(ro('profile.keepPin')).uncheck();
  await pinField(page).fill('7391');
  // Chromium lets no newer build take over while requests wake the older one.
  await expect.poll(() => sweptLists(page), settled).toBe(3);
  await publish(page, builds);
  await expect(banner(page, 'ready')).toBeVisible();
  // The newer build takes over without asking: as when a tab was unreachable.
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    registration?.waiting?.postMessage({ type: 'SKIP_WAITING' });
  });
  await expect(banner(page, 'taken')).toBeVisible();
  await expect(nameField(page)).toHaveValue('Ana Rămasă');
  const next = await context.newPage();
  await next.goto('/answers');
  await expect(threadRows(next).first()).toBeVisible();

  await expect(page.getByText(ro('shell.readOnly.title'))).toBeVisible();
  await page.getByRole('button', { name: ro('common.save') }).click();
  await expect(page.getByText(ro('profile.notSaved'))).toBeVisible();
  await expectOutbox(next, {});
});

test('a deployment that froze updates offers none, until it thaws', async ({
  page,
  builds,
}) => {
  builds.configure({ updates: 'frozen' });
  await page.goto('/answers');
  await expect(threadRows(page).first()).toBeVisible();
  await publish(page, builds);
  await expect
    .poll(() => workerStates(page))
    .toEqual(['activated', 'installed']);
  // The second look comes after the answer to the first.
  await lookForUpdate(page);
  await lookForUpdate(page);
  await expect(banner(page, 'ready')).toBeHidden();

  builds.configure({});
  await lookForUpdate(page);
  await expect(banner(page, 'ready')).toBeVisible();
});
