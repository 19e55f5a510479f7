import type { Page } from '@playwright/test';

import { countRows, readRows } from './support/databases';
import { askServer } from './support/demo';
import { addressOf, details, syncStatus, threadRows } from './support/screens';
import { expect, test } from './support/test';
import { ro } from './support/words';

/** Decides about the open thread by its key, and waits until that is stored. */
async function decide(page: Page, key: string, state: string) {
  await bar(page)
    .getByRole('button', { name: state, exact: true })
    .waitFor({ timeout: 30_000 });
  await page.keyboard.press(key);
  await expect(
    bar(page).getByRole('button', { name: state, exact: true }),
  ).toHaveAttribute('aria-pressed', 'true');
}

function bar(page: Page) {
  return details(page).getByRole('region', { name: ro('answers.triage.name') });
}

const named = (state: string) => ro(`answers.triage.state.${state}`);

test('five urgent threads are decided by keyboard, stay without a server, and are filtered', async ({
  page,
  server,
}) => {
  await page.goto('/answers?urgente=true');
  await expect(threadRows(page)).toHaveCount(10);
  await expect(syncStatus(page)).toContainText(ro('shell.sync.upToDate'));
  for (const [at, [key, state]] of (
    [
      ['3', 'resolved'],
      ['4', 'falseAlarm'],
      ['3', 'resolved'],
      ['2', 'inProgress'],
      ['3', 'resolved'],
    ] as const
  ).entries()) {
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    const row = threadRows(page).nth(at);
    await expect(row).toHaveAttribute('aria-current', 'true');
    await decide(page, key, named(state));
    await expect(row).toContainText(named(state));
  }
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));

  await server.stop();
  await page.reload();
  await expect(threadRows(page)).toHaveCount(10);
  await expect(threadRows(page).nth(0)).toContainText(named('resolved'));
  await expect(threadRows(page).nth(1)).toContainText(named('falseAlarm'));
  await expect(threadRows(page).nth(3)).toContainText(named('inProgress'));
  await expect(threadRows(page).nth(5)).not.toContainText(named('resolved'));

  const filter = page.getByRole('form', { name: ro('answers.filter.name') });
  await filter
    .getByLabel(ro('answers.triage.name'))
    .selectOption(named('resolved'));
  await filter.getByRole('button', { name: ro('common.filter') }).click();
  await expect(page).toHaveURL(/triage=resolved/);
  await expect(threadRows(page)).toHaveCount(3);
  await expect(
    page.getByRole('region', { name: ro('answers.list.pane') }),
  ).toContainText('pe acest dispozitiv');
  await page.reload();
  await expect(threadRows(page)).toHaveCount(3);
});

test('decisions of two devices are handed over by file: the later one holds, both stay', async ({
  page,
  server,
  token,
  browser,
  contextOptions,
}) => {
  const [thread] = (
    await askServer(server.origin, token).threads({ urgent: 'true' })
  ).data;
  if (!thread) throw new Error('The demo has no urgent thread');
  const address = addressOf(thread, 'urgents');

  await page.goto(address);
  await bar(page).getByLabel(ro('answers.triage.note')).fill('Sunat la secție');
  await bar(page)
    .getByRole('button', { name: named('inProgress') })
    .click();
  await expect.poll(() => countRows(page, 'intent', 'triage')).toBe(1);
  await page.goto('/outbox');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: ro('outbox.save') }).click();
  const file = await (await saved).path();

  const elsewhere = await browser.newContext(contextOptions);
  const other = await elsewhere.newPage();
  await other.goto(address);
  await decide(other, '4', named('falseAlarm'));
  await other.goto('/outbox');
  await other.getByLabel(ro('outbox.take.file')).setInputFiles(file);
  const dialog = other.getByRole('dialog');
  await expect(dialog).toContainText(named('falseAlarm'));
  await dialog
    .getByRole('button', { name: ro('outbox.take.confirmAll') })
    .click();
  await expect(dialog).toBeHidden();

  await other.goto(address);
  const state = bar(other).getByRole('button', { name: named('falseAlarm') });
  await expect(state).toHaveAttribute('aria-pressed', 'true');
  await bar(other).locator('summary').click();
  const marks = bar(other).getByRole('listitem');
  await expect(marks).toHaveCount(2);
  await expect(marks.nth(0)).toContainText(named('falseAlarm'));
  await expect(marks.nth(1)).toContainText(named('inProgress'));
  await expect(marks.nth(1)).toContainText('Sunat la secție');
  expect(await readRows(other, 'intent', 'triage')).toMatchObject([
    { history: [{ state: 'falseAlarm' }, { state: 'inProgress' }] },
  ]);
  await elsewhere.close();
});
