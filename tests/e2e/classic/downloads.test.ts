import { readFileSync } from 'node:fs';

import { confirmDownload, download } from '../support/download';
import { threadRows } from '../support/screens';
import { expect, test } from '../support/test';
import { ro } from '../support/words';

// It knows no spreadsheets, and answers 404 when nothing matches.
test.use({ isClassic: true });

test('saves CSV, and says when there is nothing to export', async ({
  page,
}) => {
  await page.goto('/answers?county=CJ');
  await expect(threadRows(page).first()).toBeVisible();
  const file = await download(page, ro('answers.download.confirm'));
  expect(file.suggestedFilename()).toBe('answers.csv');
  const [head = '', ...rows] = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(head).toContain('ObserverPhone,IdNgo,FormCode,QuestionText');
  expect(rows.length).toBeGreaterThan(30);

  await page.goto('/answers?pollingStationNumber=999999999');
  await confirmDownload(page, ro('answers.download.confirm'));
  await expect(page.getByText(ro('answers.download.nothing'))).toBeVisible();
});
