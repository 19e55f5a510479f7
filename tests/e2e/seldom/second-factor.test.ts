import type { Page } from '@playwright/test';

import { codeAt } from '../../server/support/authenticator';
import { expect, test } from '../support/test';
import { ro } from '../support/words';

test.use({ ownServer: 'second-factor' });

const PASSWORD = 'demo-organizer';

const panelOf = (page: Page) =>
  page.getByRole('region', { name: ro('secondFactor.title') });

async function fillIn(page: Page, user: string, password: string) {
  await page.getByLabel(ro('login.user')).fill(user);
  await page.getByLabel(ro('login.password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: ro('login.submit') }).click();
}

/** Password, QR code and first code; the codes that are then shown, and the secret. */
async function setUp(page: Page, password: string) {
  const panel = panelOf(page);
  await panel.getByLabel(startOf('account.current')).fill(password);
  await panel.getByRole('button', { name: ro('secondFactor.next') }).click();
  await expect(
    panel.getByRole('img', { name: ro('secondFactor.qr') }),
  ).toBeVisible();
  const shown = await panel
    .getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)
    .innerText();
  const secret = shown.replaceAll(' ', '');
  const field = panel.getByRole('textbox', {
    name: startOf('secondFactor.code'),
  });
  await field.fill('000000');
  const turnOn = panel.getByRole('button', { name: ro('secondFactor.turnOn') });
  await turnOn.click();
  await expect(panel.getByText(ro('secondFactor.wrong'))).toBeVisible();
  await field.fill(codeAt(secret, new Date()));
  await turnOn.click();
  const codes = panel
    .getByRole('list', { name: ro('secondFactor.codes') })
    .getByRole('listitem');
  await expect(codes).toHaveCount(10);
  await page.emulateMedia({ media: 'print' });
  // The panel around them is not printed.
  await expect(
    page.getByRole('list', { name: ro('secondFactor.codes') }),
  ).toBeVisible();
  await page.emulateMedia({ media: null });
  const recoveryCodes = await codes.allInnerTexts();
  await panel.getByRole('button', { name: ro('secondFactor.kept') }).click();
  return { secret, recoveryCodes };
}

const startOf = (key: string) => new RegExp(`^${ro(key)}`);

test('an organizer sets a second factor up, signs in with a recovery code, and requires it of all', async ({
  page,
  server,
  browser,
  contextOptions,
}) => {
  await page.goto('/account');
  const panel = panelOf(page);
  await panel.getByRole('button', { name: ro('secondFactor.turnOn') }).click();
  const { recoveryCodes } = await setUp(page, PASSWORD);
  await expect(
    panel.getByText(ro('secondFactor.codesLeft', { count: 10 })),
  ).toBeVisible();

  // Nobody gets in by the password alone; the answer has no token.
  const alone = await fetch(`${server.origin}/api/v2/access/authorize`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ user: 'organizer@demo.org', password: PASSWORD }),
  });
  expect(alone.status).toBe(400);
  expect(await alone.text()).not.toContain('access_token');

  const elsewhere = await browser.newContext({
    ...contextOptions,
    storageState: { cookies: [], origins: [] },
  });
  const other = await elsewhere.newPage();
  await other.goto('/accounts');
  await fillIn(other, 'organizer@demo.org', PASSWORD);
  const code = other.getByLabel(startOf('secondFactor.code'));
  await expect(code).toBeFocused();
  const [recovery = ''] = recoveryCodes;
  await code.fill(recovery);
  await other.getByRole('button', { name: ro('login.submit') }).click();
  await expect(other).toHaveURL('/accounts');

  await expect(other.getByRole('row').nth(1)).toBeVisible();
  await other.getByRole('button', { name: ro('secondFactor.title') }).click();
  await other
    .getByRole('dialog')
    .getByRole('button', { name: ro('accounts.secondFactor.require.action') })
    .click();
  await expect(
    other.getByText(ro('accounts.secondFactor.require.done')),
  ).toBeVisible();
  await elsewhere.close();

  // An account without one can do nothing but set it up; then the screen is there.
  const third = await browser.newContext({
    ...contextOptions,
    storageState: { cookies: [], origins: [] },
  });
  const admin = await third.newPage();
  await admin.goto('/observatori');
  await fillIn(admin, 'admin@demo.org', 'demo-admin');
  await expect(
    panelOf(admin).getByText(ro('secondFactor.required')),
  ).toBeVisible();
  await setUp(admin, 'demo-admin');
  await expect(admin.getByRole('row').nth(1)).toBeVisible();
  await third.close();
});
