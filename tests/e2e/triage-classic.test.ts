import { countRows, readRows } from './support/databases';
import { askServer } from './support/demo';
import { addressOf } from './support/screens';
import { expect, test } from './support/test';
import { bar, decide, named } from './support/triage';
import { ro } from './support/words';

test.use({ isClassic: true });

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

  const paths = (await server.requests()).map(({ path }) => path);
  expect(paths).toContain('/api/extensions');
  expect(paths).not.toContain('/api/v1/triage');
});
