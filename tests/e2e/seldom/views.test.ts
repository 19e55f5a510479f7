import { shellInstalled } from '../../support/shell-installed';
import { threadRows } from '../support/screens';
import { expect, test } from '../support/test';
import { ro } from '../support/words';

test('a filter is saved, pinned with its count, and there without a server', async ({
  page,
  server,
}) => {
  await page.goto('/answers?urgente=true&triage=new');
  await expect(threadRows(page).first()).toBeVisible();
  const views = page.getByRole('button', {
    name: ro('answers.views.open'),
    exact: true,
  });
  await views.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(ro('answers.views.name')).fill('De decis');
  await page.keyboard.press('Enter');
  await dialog
    .getByRole('button', {
      name: `${ro('answers.views.pin')} De decis`,
    })
    .click();
  await page.keyboard.press('Escape');
  const pinned = page
    .getByRole('navigation', { name: ro('answers.views.pinned') })
    .getByRole('link', { name: /^De decis/ });
  await expect(pinned).toHaveAttribute('aria-current', 'true');
  await expect(pinned).toHaveText(/^De decis\d+$/);
  const told = await pinned.textContent();
  await shellInstalled(page);

  await server.stop();
  await page.goto('/answers');
  await expect(pinned).toHaveText(told ?? '');
  await pinned.click();
  await expect(page).toHaveURL(/urgente=true&triage=new$/);
  await expect(threadRows(page).first()).toBeVisible();

  await views.click();
  await dialog
    .getByRole('button', {
      name: ro('answers.views.delete', { name: 'De decis' }),
    })
    .click();
  await expect(pinned).toBeHidden();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: ro('answers.views.undo') }).click();
  await expect(pinned).toBeVisible();
});
