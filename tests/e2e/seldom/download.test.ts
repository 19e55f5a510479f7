import { readFileSync } from 'node:fs';

import { download, downloadButton } from '../support/download';
import { signInAsAdmin } from '../support/observers';
import { threadRows } from '../support/screens';
import { expect, test } from '../support/test';
import { ro } from '../support/words';
import { readWorkbook } from '../support/workbook';

test('asks, and saves the file that the server gives', async ({
  page,
  server,
}) => {
  await page.goto('/answers?county=CJ');
  await expect(threadRows(page).first()).toBeVisible();
  await downloadButton(page).click();
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: ro('common.cancel') })
    .click();
  await expect(page.getByRole('alertdialog')).toBeHidden();
  const asked = async () =>
    (await server.requests()).filter(({ path }) => path.includes('/export/'));
  expect(await asked()).toEqual([]);

  const file = await download(page, ro('answers.download.confirm'));
  expect(file.suggestedFilename()).toBe('answsers.xlsx');
  const { sheets, texts } = readWorkbook(readFileSync(await file.path()));
  expect(sheets.length).toBeGreaterThan(0);
  expect(texts(sheets[0] ?? '')).toContain('FormCode');
  expect((await asked()).map(({ path, status }) => [path, status])).toEqual([
    ['/api/v1/export/all', 200],
  ]);
  await expect(
    page.getByText(ro('answers.download.saved', { name: 'answsers.xlsx' })),
  ).toBeVisible();
});

test.describe('an NGO admin who is no organizer', () => {
  test.use({ signedIn: false });

  test('cannot download, and is told why', async ({ page, server }) => {
    await signInAsAdmin(page, server);
    await page.goto('/answers');
    await expect(downloadButton(page)).toBeDisabled();
    await expect(downloadButton(page)).toHaveAccessibleDescription(
      ro('common.organizerOnly'),
    );
  });
});
