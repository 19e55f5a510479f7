import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import type { Page } from '@playwright/test';

import { shellInstalled } from '../../support/shell-installed';
import { databaseNames, dumpDevice } from '../support/stored';
import { askServer } from '../support/demo';
import { edit, put, putStatuses, somePhone } from '../support/edits';
import { noteFault } from '../support/fault-count';
import { expectSent } from '../support/outbox';
import type { OwnBrowser } from '../support/own-browser';
import { startBrowser } from '../support/own-browser';
import {
  addressOf,
  details,
  formTabs,
  signOut,
  syncStatus,
  threadRows,
} from '../support/screens';
import { expect, test } from '../support/test';
import { ro } from '../support/words';

/** From the request for the page until the first sync is under way, in ms. */
const MOMENTS = [0, 30, 60, 100, 150, 220, 300, 450, 700, 1_100];

test.use({ isProxied: true });

test('a browser killed at any moment of its start keeps what waits, and sends it once', async ({
  origin,
  faults,
  server,
  token,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'vmo-profile-'));
  let own: OwnBrowser | undefined;
  const begin = async () => {
    own = await startBrowser(folder, origin);
    // The browser may not have written it down before it was killed.
    await own.page.addInitScript(
      (kept) => localStorage.setItem('token-id', kept),
      token,
    );
    return own;
  };
  try {
    const phone = await somePhone(server, token, 43);
    const undo = faults.fail({ ...put, fault: { kind: 'cutBefore' } });
    const first = await begin();
    await first.page.goto('/answers');
    await edit(first.page, phone, 'Ana Pornită');
    await first.kill();
    for (const moment of MOMENTS) {
      const killed = await begin();
      const coming = killed.page.goto('/answers').catch(() => null);
      await pause(moment);
      await killed.kill();
      await coming;
    }
    undo();
    const last = await begin();
    await last.page.goto('/answers');
    await expect(threadRows(last.page).first()).toBeVisible();
    await expectSent(last.page);
    expect(await putStatuses(server)).toEqual([200]);
  } finally {
    await own?.kill();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
});

test('a tab that starts while another one signs out shows the sign-in, and leaves nothing', async ({
  page,
  context,
  server,
  token,
}) => {
  const thread = await askServer(server.origin, token).find(() => true);
  for (const moment of [0, 60, 150, 300, 600]) {
    await page.goto('/answers');
    // The logout before ended its token at the server, too.
    await page.evaluate(
      (kept) => localStorage.setItem('token-id', kept),
      await server.signIn(),
    );
    await page.goto(addressOf(thread));
    await expect(formTabs(details(page)).first()).toBeVisible();
    await expect(syncStatus(page)).toContainText(ro('shell.sync.upToDate'));
    const starting = await context.newPage();
    noteFault('logout during a start');
    const coming = starting.goto(addressOf(thread));
    await pause(moment);
    await signOut(page);
    await coming;
    for (const tab of [page, starting]) {
      await expect(tab.getByLabel(ro('login.user'))).toBeVisible();
    }
    await expect.poll(() => databaseNames(page)).toEqual([]);
    const left = await dumpDevice(starting);
    expect(left).not.toContain(thread.observerName);
    expect(left).not.toContain(thread.pollingStationName);
    await starting.close();
  }
});

test('tabs that start at once all show the list, and say that it is up to date', async ({
  page,
  context,
}) => {
  noteFault('three starts at once');
  const tabs = [page, await context.newPage(), await context.newPage()];
  await Promise.all(tabs.map((tab) => tab.goto('/answers')));
  for (const tab of tabs) {
    await expect(threadRows(tab)).toHaveCount(10);
    await expect(syncStatus(tab)).toContainText(ro('shell.sync.upToDate'));
  }
});

test('the app comes to a device whose connection fails while it is brought there', async ({
  page,
  faults,
}) => {
  const cuts = [/^\/sw\.js/, /^\/maps\//];
  for (const path of cuts)
    faults.fail({ path, fault: { kind: 'reply', status: 503 }, times: 1 });
  await page.goto('/answers');
  await expect(threadRows(page).first()).toBeVisible();
  await shellInstalled(page);
  expect(cuts.map((path) => faults.struck(path))).toEqual([1, 1]);
  await faults.refuse();
  await page.reload();
  await expect(threadRows(page).first()).toBeVisible();
  // Also at an address that ends like a file.
  await page.goto('/observatori/profil/edit/0712.345.678');
  await expect(page.getByRole('navigation').first()).toBeVisible();
});

test.describe('a network that changes what comes', () => {
  test.use({ reported: ['SecurityPolicyViolation'] });

  test('a network that puts its page in the place of a file brings no broken app to the device', async ({
    page,
    faults,
  }) => {
    const body = '<!doctype html><title>Sign in</title>';
    const portal = {
      kind: 'reply',
      status: 200,
      type: 'text/html',
      body,
    } as const;
    const struck = [/^\/maps\//, /^\/assets\/i18n\/en-screens/];
    for (const path of struck) faults.fail({ path, fault: portal, times: 1 });
    // Its line in the app's own page does not run: a banner, or something that counts visitors.
    const line = '<script>document.documentElement.id = "stranger"</script>';
    const start = /^\/answers$/;
    const withLine = (body: string) => body.replace('<head>', `<head>${line}`);
    const fault = { kind: 'edit', body: withLine } as const;
    faults.fail({ path: start, fault, times: 1 });
    await page.goto('/answers');
    await expect(threadRows(page).first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.id)).toBe('');
    await shellInstalled(page);
    expect([...struck, start].map((path) => faults.struck(path))).toEqual([
      1, 1, 1,
    ]);
    expect(await cachedPages(page)).toEqual(['/index.html']);
  });
});

test('a device that kept pages in the place of its files heals itself', async ({
  page,
  faults,
}) => {
  await page.goto('/answers');
  await expect(threadRows(page).first()).toBeVisible();
  await shellInstalled(page);
  await page.evaluate(async () => {
    const [name = ''] = await caches.keys();
    const precache = await caches.open(name);
    for (const { url } of await precache.keys()) {
      if (!url.includes('/assets/')) continue;
      const headers = { 'Content-Type': 'text/html' };
      await precache.put(
        url,
        new Response('<html>Sign in</html>', { headers }),
      );
    }
  });
  const accept = await faults.refuse();
  await page.reload();
  await expect(page.locator('#starting')).toBeVisible();
  await accept();
  // The page reloads itself, too: one of the two may break the other off.
  await expect(() => page.reload()).toPass();
  await expect(threadRows(page).first()).toBeVisible();
  await shellInstalled(page);
  await expect.poll(() => cachedPages(page)).toEqual(['/index.html']);
});

test('a device that kept a page in the place of the app’s turns to the next build by itself', async ({
  page,
  faults,
}) => {
  await page.goto('/answers');
  await expect(threadRows(page).first()).toBeVisible();
  await shellInstalled(page);
  const script = await page.evaluate(async () => {
    const [name = ''] = await caches.keys();
    const precache = await caches.open(name);
    for (const { url } of await precache.keys()) {
      if (!/index\.html|-screens/.test(url)) continue;
      const headers = { 'Content-Type': 'text/html' };
      await precache.put(url, new Response('<h1>Wi-Fi</h1>', { headers }));
    }
    return (await fetch('/sw.js')).text();
  });
  const newer = {
    kind: 'reply',
    status: 200,
    type: 'text/javascript',
    body: `${script}\n// The next build.`,
  } as const;
  faults.fail({ path: /^\/sw\.js/, fault: newer });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Wi-Fi' })).toBeVisible();
  await expect(threadRows(page).first()).toBeVisible({ timeout: 30_000 });
  expect(await cachedPages(page)).toEqual(['/index.html']);
});

/** Paths of what the service worker keeps as pages. */
function cachedPages(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const pages = new Set<string>();
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const reply = await cache.match(request);
        const type = reply?.headers.get('content-type') ?? '';
        if (type.includes('html')) pages.add(new URL(request.url).pathname);
      }
    }
    return [...pages];
  });
}
