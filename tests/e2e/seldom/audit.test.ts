import { shellInstalled } from '../../support/shell-installed';
import { expect, test } from '../support/test';
import { ro } from '../support/words';

test.use({ ownServer: 'audit' });

test('the log tells what was changed, and an address keeps its filter', async ({
  page,
  server,
}) => {
  const token = await server.signIn();
  const changed = await fetch(`${server.origin}/api/v1/ngo/2/status`, {
    method: 'PATCH',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ isActive: false }),
  });
  expect(changed.ok).toBe(true);

  await page.goto('/audit');
  await page
    .getByLabel(ro('audit.action.label'))
    .selectOption(ro('audit.actions.organisation changed'));
  await page.getByRole('button', { name: ro('audit.apply') }).click();
  await expect(page.getByRole('rowheader')).toHaveCount(1);
  await page.reload();
  await expect(page.getByRole('rowheader')).toHaveCount(1);
  await page.getByRole('rowheader').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('row', { name: /^isActive/ })).toHaveText(
    'isActivetruefalse',
  );
  await dialog.getByRole('button', { name: ro('common.close') }).click();

  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: ro('audit.export') }).click();
  expect((await file).suggestedFilename()).toMatch(/^jurnal-.*\.csv$/);

  await shellInstalled(page);
  await server.stop();
  await page.reload();
  await expect(page.getByText(ro('audit.failed'))).toBeVisible();
});
