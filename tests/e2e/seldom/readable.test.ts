import * as v from 'valibot';

import { readRows } from '../support/databases';
import { askServer } from '../support/demo';
import {
  addressOf,
  details,
  formTabs,
  syncStatus,
  threadRows,
} from '../support/screens';
import { expect, test } from '../support/test';
import { ro } from '../support/words';
import { shellInstalled } from '../../support/shell-installed';

const Meta = v.array(v.object({ k: v.string(), v: v.unknown() }));
const Counted = v.object({ count: v.number(), total: v.number() });

const isPicture = (path: string) => /\.(jpe?g|png)(\?|$)/.test(path);

/** docs/product.md 13. */
test('every report can be read with the server stopped, with the pictures of urgent ones', async ({
  page,
  server,
  token,
}) => {
  test.setTimeout(240_000);
  const ask = askServer(server.origin, token);
  const urgent = await ask.find(
    ({ notes }) =>
      notes.some(({ attachmentsPaths }) => attachmentsPaths.some(isPicture)),
    { urgent: 'true', pageSize: 50 },
  );
  const { data } = await ask.threads({ page: 1, pageSize: 100_000 });
  const oldest = data.at(-1);
  if (!oldest) throw new Error('The server has no threads.');

  await page.goto('/');
  await expect(threadRows(page)).toHaveCount(10);
  const counted = async (key: string) => {
    const rows = v.parse(Meta, await readRows(page, 'cache', 'meta'));
    return rows.find(({ k }) => k === key)?.v;
  };
  const minutes = { timeout: 120_000 };
  await expect
    .poll(async () => {
      const readable = v.safeParse(Counted, await counted('readable'));
      return readable.success && readable.output.total - readable.output.count;
    }, minutes)
    .toBe(0);
  await expect
    .poll(async () => {
      const pictures = v.safeParse(Counted, await counted('pictures'));
      return (
        pictures.success &&
        pictures.output.total > 0 &&
        pictures.output.count === pictures.output.total
      );
    }, minutes)
    .toBe(true);
  await expect(syncStatus(page)).toContainText(ro('shell.sync.upToDate'));
  await shellInstalled(page);
  await server.stop();

  await page.goto(addressOf(oldest));
  await expect(formTabs(details(page)).first()).toBeVisible();
  await expect(
    details(page).getByText(ro('answers.detail.failed')),
  ).toBeHidden();

  await page.goto(addressOf(urgent, 'urgents'));
  await details(page)
    .getByRole('tab', { name: ro('answers.note.tab') })
    .click();
  await expect(
    details(page)
      .getByText(/^Copie redusă de pe acest dispozitiv/)
      .first(),
  ).toBeVisible({ timeout: 30_000 });

  await page.goto('/outbox');
  await expect(
    page.getByText(/din .* de raportări au detaliile pe acest dispozitiv/),
  ).toBeVisible();
});
