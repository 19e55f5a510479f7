import type { Page } from '@playwright/test';

import { countRows, putRows, readRows } from '../support/databases';
import { expect, test } from '../support/test';
import { ro } from '../support/words';

const noon = Date.UTC(2026, 10, 22, 12);

/** Calls, a plan and views as the app stores them. */
async function layLocalWork(page: Page) {
  await page.goto('/outbox');
  await expect.poll(() => countRows(page, 'intent', 'meta')).toBeGreaterThan(1);
  const call = { note: '', calledBy: 'ana' };
  await putRows(page, 'intent', 'calls', [
    { observerId: 1, log: [{ ...call, outcome: 'reached', calledAt: noon }] },
    { observerId: 2, log: [{ ...call, outcome: 'noAnswer', calledAt: noon }] },
  ]);
  const line = { phone: '0700000001', county: 'CJ', station: 7 };
  await putRows(page, 'intent', 'plan', [
    { name: 'plan', fileName: 'plan.csv', importedAt: noon, lines: [line] },
  ]);
  const view = { query: 'county=CJ', isPinned: true, order: 1 };
  await putRows(page, 'intent', 'views', [
    { ...view, id: 'v-1', name: 'Cluj', changedAt: noon },
    { ...view, id: 'v-2', name: 'Alba', changedAt: noon, isDeleted: true },
  ]);
  await page.reload();
}

async function localWork(page: Page) {
  const tables = ['calls', 'plan', 'views'];
  return Promise.all(tables.map((table) => readRows(page, 'intent', table)));
}

test('what is on one device alone is listed, saved with the outbox and taken over whole', async ({
  page,
  browser,
  contextOptions,
}) => {
  await layLocalWork(page);
  for (const words of [
    ro('outbox.local.calls', { count: 2 }),
    ro('outbox.local.plan'),
    ro('outbox.local.views', { count: 1 }),
  ]) {
    await expect(page.getByText(words)).toBeVisible();
  }
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: ro('outbox.save') }).click();
  const file = await (await saved).path();

  const elsewhere = await browser.newContext(contextOptions);
  const other = await elsewhere.newPage();
  await other.goto('/outbox');
  await other.getByLabel(ro('outbox.take.file')).setInputFiles(file);
  const dialog = other.getByRole('dialog');
  await expect(dialog).toContainText('plan.csv');
  await dialog
    .getByRole('button', { name: ro('outbox.take.confirmAll') })
    .click();
  await expect(dialog).toBeHidden();
  await expect(other.getByText(ro('outbox.local.plan'))).toBeVisible();
  expect(await localWork(other)).toEqual(await localWork(page));
  await elsewhere.close();
});

test('a logout counts it, and deletes it once the word is typed', async ({
  page,
}) => {
  await layLocalWork(page);
  await expect(page.getByText(ro('outbox.local.plan'))).toBeVisible();
  await page
    .getByRole('banner')
    .locator('[aria-haspopup="menu"]:visible')
    .last()
    .click();
  await page.getByRole('menuitem', { name: ro('shell.logout.item') }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText(ro('outbox.local.calls', { count: 2 }));
  await dialog.getByRole('textbox').fill(ro('shell.logout.word'));
  await dialog
    .getByRole('button', {
      name: ro('shell.logout.discard.button', { count: 4 }),
    })
    .click();
  await expect(dialog).toBeHidden();
  await expect
    .poll(async () => (await page.evaluate(() => indexedDB.databases())).length)
    .toBe(0);
});
