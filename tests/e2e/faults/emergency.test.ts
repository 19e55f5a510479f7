import type { Page } from '@playwright/test';

import { edit, nameOnServer, somePhone } from '../support/edits';
import { expectSent } from '../support/outbox';
import {
  countLoads,
  publish,
  testWithBuild,
  waitForControl,
} from '../support/releases';
import { threadRows } from '../support/screens';
import { expect } from '../support/test';
import { buildEmergency } from '../support/two-builds';
import { ro } from '../support/words';

const test = testWithBuild(buildEmergency);

/** What a service worker left in this browser. */
function leftByWorkers(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const workers = await navigator.serviceWorker.getRegistrations();
    return [...workers.map(({ scope }) => scope), ...(await caches.keys())];
  });
}

/** Waits for the one reload: by itself, or after a yes where the browser holds the new worker back. */
async function expectReload(page: Page, loads: () => number): Promise<void> {
  const accept = page.getByRole('button', { name: ro('shell.update.now') });
  await expect(async () => {
    if (loads() === 0 && (await accept.isVisible())) {
      await accept.click({ timeout: 1_000 });
    }
    expect(loads()).toBe(1);
  }).toPass();
}

test('a release that cannot be trusted is taken back, and what people made stays', async ({
  page,
  server,
  token,
  builds,
}) => {
  const phone = await somePhone(server, token, 0);
  await edit(page, phone, 'Ana Dinainte');
  await expectSent(page);
  await expect.poll(() => leftByWorkers(page)).not.toEqual([]);

  const loads = countLoads(page);
  await publish(page, builds);
  await expectReload(page, loads);
  await expectSent(page);
  await expect.poll(() => leftByWorkers(page)).toEqual([]);

  await page.goto('/answers');
  await expect(threadRows(page).first()).toBeVisible();
  await expectSent(page);
  expect(await nameOnServer(server, token, phone)).toBe('Ana Dinainte');
  await expect.poll(() => leftByWorkers(page)).toEqual([]);
});

test('a release is taken back while a request keeps its worker busy', async ({
  page,
  builds,
}) => {
  await page.goto('/answers');
  await expect(threadRows(page).first()).toBeVisible();
  const loads = countLoads(page);
  await waitForControl(page);
  // The service worker has no such file, and waits for the server.
  const asked = builds.hold('/assets/nowhere.js');
  await page.evaluate(() => {
    void fetch('/assets/nowhere.js').catch(() => undefined);
  });
  await asked;

  await publish(page, builds);
  await expectReload(page, loads);
  await expect(threadRows(page).first()).toBeVisible();
  await expect.poll(() => leftByWorkers(page)).toEqual([]);
});
