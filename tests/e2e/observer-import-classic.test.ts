import { askObservers, openList } from './support/observers';
import { expect, test } from './support/test';
import { ro } from './support/words';

// The worst known server: it reads tabs without a header, and nothing else.
test.use({ isClassic: true, ownServer: 'observer-import-classic' });

test('imports in the form of older servers after their refusal', async ({
  page,
  server,
  token,
}) => {
  const ask = askObservers(server.origin, token);
  const before = await ask.count();
  await openList(page);
  await page.goto('/observatori/import');
  await page.getByLabel(ro('observerImport.ngo')).fill('1');
  await page
    .getByLabel(ro('importFile.chosen'), { exact: true })
    .setInputFiles({
      name: 'observatori.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('Phone,Pin,Name\n0799600001,1111,"Stan, Mihai"'),
    });
  const send = page.getByRole('button', {
    name: ro('observerImport.send', { count: 1 }),
  });
  await send.click();
  await expect(
    page.getByText(ro('observerImport.error'), { exact: true }),
  ).toBeVisible();
  await page.getByRole('button', { name: ro('observerImport.check') }).click();
  await expect(
    page.getByText(ro('observerImport.verdict.notApplied')),
  ).toBeVisible({ timeout: 40_000 });
  await page.getByLabel(ro('observerImport.format.label')).selectOption('tsv');
  await send.click();
  await expect(
    page.getByText(ro('observerImport.done', { count: 1 })).first(),
  ).toBeVisible();
  expect(await ask.count()).toBe(before + 1);
  expect(await ask.byPhone('0799600001')).toMatchObject([
    { name: 'Stan, Mihai' },
  ]);
});
