import { expect, test } from '../support/test';
import { ro } from '../support/words';

test.use({ ownServer: 'places' });

test('a county with its stations is imported from one file, once its rows are right', async ({
  page,
}) => {
  const choose = (text: string) =>
    page.getByLabel(ro('importFile.chosen'), { exact: true }).setInputFiles({
      name: 'locuri.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(text),
    });
  const titles =
    'Regiune;Cod regiune;Cod județ;Județ;Diaspora;Cod localitate;Localitate;Secție;Adresă';
  const first = 'Moldova;MO;ZZ;Județul Nou;;ZZ-1;Satul Nou;1;Școala 1';
  await page.goto('/polling-stations/import');
  const store = page.getByRole('button', { name: ro('places.store') });
  await choose([titles, first, ';;ZZ;;;ZZ-1;;1;'].join('\n'));
  await expect(
    page.getByText(ro('places.problem.repeated'), { exact: true }),
  ).toBeVisible();
  await expect(store).toBeDisabled();

  await choose([titles, first, ';;ZZ;;;ZZ-1;;2;'].join('\n'));
  await expect(page.getByText(ro('places.would', { count: 2 }))).toBeVisible();
  await store.click();
  await expect(page.getByText(ro('places.done'))).toBeVisible();
  await page
    .getByRole('link', { name: ro('stations.title') })
    .last()
    .click();
  const row = page.getByRole('row', { name: /^Județul Nou/ });
  await expect(row).toContainText('ZZ');
  await expect(row.getByRole('cell', { name: '2', exact: true })).toBeVisible();
});
