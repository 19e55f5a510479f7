import { expectOneEffect, put, somePhone } from '../support/edits';
import { noteFault } from '../support/fault-count';
import { sweptLists } from '../support/databases';
import { settled } from '../support/outbox';
import {
  nameField,
  openProfile,
  saveProfile,
  threadRows,
} from '../support/screens';
import { expect, test } from '../support/test';

test.use({
  isProxied: true,
  // Playwright turns the back-forward cache off, and the engine alone has none; people have it on.
  launchOptions: ({ launchOptions }, give) =>
    give({
      ...launchOptions,
      executablePath: process.env['WHOLE_CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    }),
});

test('a page that comes back from the back-forward cache still leads, and sends what waited', async ({
  page,
  faults,
  server,
  token,
}) => {
  const phone = await somePhone(server, token, 51);
  const undo = faults.fail({ ...put, fault: { kind: 'cutBefore' } });
  await openProfile(page, phone);
  await nameField(page).fill('Ana Plecată');
  await saveProfile(page);
  await page.goto('/answers');
  await expect(threadRows(page).first()).toBeVisible();
  // Chromium drops a page that it put away while much is on its way to it.
  await expect.poll(() => sweptLists(page), settled).toBe(3);

  noteFault('page left and restored');
  // Which pages it puts away whole is the browser's to decide: left again until it did.
  await expect(async () => {
    await page.evaluate(() => Object.assign(window, { wasHere: true }));
    await page.goto('/assets/i18n/ro.json');
    await page.evaluate(() => history.back());
    // A page that is restored is not loaded.
    await page.waitForURL('/answers', { waitUntil: 'commit' });
    await expect(threadRows(page).first()).toBeVisible();
    expect(await page.evaluate(() => 'wasHere' in window)).toBe(true);
  }).toPass({ timeout: 60_000 });
  undo();
  await expectOneEffect(page, server, token, phone, 'Ana Plecată');
});
