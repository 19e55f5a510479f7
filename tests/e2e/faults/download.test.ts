import { readFileSync } from 'node:fs';

import { shellInstalled } from '../../support/shell-installed';
import { countRows } from '../support/databases';
import { download } from '../support/download';
import { syncStatus, threadRows } from '../support/screens';
import { expect, test } from '../support/test';
import { ro } from '../support/words';
import { readWorkbook } from '../support/workbook';

// So many rows make a sheet that is packed in more than one piece.
test.use({ size: 'S' });

test('saves the cached rows when the server is gone, and says so inside', async ({
  page,
  server,
}) => {
  await page.goto('/answers');
  await expect(threadRows(page)).toHaveCount(10);
  const kept = (table: string) => () => countRows(page, 'cache', table);
  await expect.poll(kept('details'), { timeout: 60_000 }).toBeGreaterThan(30);
  await expect.poll(kept('formBodies')).toBeGreaterThanOrEqual(4);
  // Both lists.
  await expect
    .poll(kept('threads'), { timeout: 60_000 })
    .toBeGreaterThanOrEqual(1500);
  await shellInstalled(page);
  await server.stop();
  // What is begun asks the server at once, not after a minute.
  await page.reload();
  await expect(syncStatus(page)).toContainText(ro('shell.sync.offline'), {
    timeout: 60_000,
  });

  const file = await download(page, ro('answers.download.cachedInstead'));
  expect(file.suggestedFilename()).toBe(`${ro('answers.cached.file')}.xlsx`);
  const { sheets, texts } = readWorkbook(readFileSync(await file.path()));
  expect(sheets.length).toBeGreaterThanOrEqual(7);
  const about = texts(sheets[0] ?? '');
  expect(about).toContain('doar datele salvate pe un dispozitiv');
  expect(about).toMatch(/raportări din 1\.500 de pe server/);
  const threads = texts(sheets[1] ?? '').split('\n');
  expect(threads.length).toBeGreaterThan(1500 * 3);
  expect(threads).toContain(ro('answers.cached.column.station'));
});
