import type { Browser, Page } from '@playwright/test';

import type { ServerProcess } from '../../support/server-process';
import { expect, test } from '../support/test';
import { ro } from '../support/words';

test.use({ ownServer: 'accounts' });

const LUPA = 'Grupul Civic Lupa';
const PASSWORD = 'o parolă de probă';
const NEXT = 'altă parolă de probă';

async function signInOnScreen(
  browser: Browser,
  { origin }: ServerProcess,
  user: string,
  password: string,
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: origin,
    storageState: { cookies: [], origins: [] },
    locale: 'ro-RO',
  });
  const page = await context.newPage();
  await page.goto('/login');
  await expect(page.getByText(ro('shell.demo.text'))).toBeVisible();
  await fillIn(page, user, password);
  await expect(page.getByRole('navigation').first()).toBeVisible();
  return page;
}

async function fillIn(page: Page, user: string, password: string) {
  await page.getByLabel(ro('login.user')).fill(user);
  await page.getByLabel(ro('login.password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: ro('login.submit') }).click();
}

const statusOf = async ({ origin }: ServerProcess, token: string) => {
  const headers = { Authorization: `Bearer ${token}` };
  return (await fetch(`${origin}/api/v1/form`, { headers })).status;
};

const confirm = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

async function askFor(page: Page, account: string, item: string) {
  const name = ro('accounts.more', { name: account });
  await page.getByRole('button', { name }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('an organizer adds an account and closes it; its page signs out', async ({
  page,
  server,
  browser,
}) => {
  const dan = 'dan@lupa.example';
  await page.goto('/accounts');
  await page.getByRole('button', { name: ro('accounts.addAccount') }).click();
  const dialog = page.getByRole('dialog');
  await dialog
    .getByLabel(ro('accounts.organisation'))
    .selectOption({ label: LUPA });
  await dialog.getByLabel(ro('accounts.account')).fill(dan);
  await dialog.getByLabel(/^Parolă nouă/).fill(PASSWORD);
  await confirm(page, ro('accounts.add'));
  await expect(page.getByRole('rowheader', { name: dan })).toBeVisible();

  const dans = await signInOnScreen(browser, server, dan, PASSWORD);
  await askFor(page, dan, ro('accounts.close.action'));
  await confirm(page, ro('accounts.close.action'));
  await expect(
    page.getByRole('row', { name: dan }).getByText(ro('accounts.closed')),
  ).toBeVisible();
  await dans.goto('/observatori');
  await expect(dans.getByText(ro('login.ended.title'))).toBeVisible();
  await fillIn(dans, dan, PASSWORD);
  await expect(dans.getByText(ro('CREDENTIALS_INVALID'))).toBeVisible();
});

test('the last organizer stays, and the screen says so', async ({ page }) => {
  await page.goto('/accounts');
  await askFor(page, 'organizer@demo.org', ro('accounts.close.action'));
  await confirm(page, ro('accounts.close.action'));
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText(
    ro('accounts.last'),
  );
});

test('an organisation is renamed and closed, and its account is signed out by an organizer', async ({
  page,
  server,
  browser,
}) => {
  await page.goto('/accounts?by=organisation');
  await askFor(page, LUPA, ro('accounts.rename.action'));
  const name = page.getByRole('dialog').getByLabel(ro('accounts.organisation'));
  await name.fill('Grupul Lupa');
  await confirm(page, ro('accounts.rename.action'));
  await expect(
    page.getByRole('rowheader', { name: 'Grupul Lupa' }),
  ).toBeVisible();

  const theirs = await signInOnScreen(
    browser,
    server,
    'admin@demo.org',
    'demo-admin',
  );
  await page.goto('/accounts');
  await askFor(page, 'admin@demo.org', ro('accounts.sessions'));
  await page
    .getByRole('dialog')
    .getByRole('button', { name: ro('account.end.action') })
    .first()
    .click();
  await page
    .getByRole('dialog', { name: ro('account.end.title') })
    .getByRole('button', { name: ro('account.end.action') })
    .click();
  await expect(page.getByText(ro('account.end.done'))).toBeVisible();
  await theirs.goto('/observatori');
  await expect(theirs.getByText(ro('login.ended.title'))).toBeVisible();

  await page.goto('/accounts?by=organisation');
  await askFor(page, 'Grupul Lupa', ro('accounts.close.action'));
  await confirm(page, ro('accounts.close.action'));
  await expect(
    page
      .getByRole('row', { name: 'Grupul Lupa' })
      .getByText(ro('accounts.closed')),
  ).toBeVisible();
  await fillIn(theirs, 'admin@demo.org', 'demo-admin');
  await expect(theirs.getByText(ro('CREDENTIALS_INVALID'))).toBeVisible();
  await askFor(page, 'Grupul Lupa', ro('accounts.open.action'));
  await confirm(page, ro('accounts.open.action'));
  await askFor(page, 'Grupul Lupa', ro('accounts.rename.action'));
  await name.fill(LUPA);
  await confirm(page, ro('accounts.rename.action'));
  await expect(page.getByRole('rowheader', { name: LUPA })).toBeVisible();
});

test('ends another session, changes the password, and signs in with it', async ({
  server,
  browser,
}) => {
  const elsewhere = await server.signIn('admin@demo.org', 'demo-admin');
  const page = await signInOnScreen(
    browser,
    server,
    'admin@demo.org',
    'demo-admin',
  );
  await page.goto('/account');
  const sessions = page.getByRole('region', { name: ro('account.sessions') });
  await expect(sessions.getByText(ro('account.thisDevice'))).toBeVisible();
  await sessions
    .getByRole('button', { name: ro('account.end.action') })
    .first()
    .click();
  await confirm(page, ro('account.end.action'));
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  expect(await statusOf(server, elsewhere)).toBe(401);

  await page.getByLabel(ro('account.current')).fill('demo-admin');
  await page.getByLabel(/^Parola nouă/).fill(NEXT);
  await page.getByRole('button', { name: ro('account.change') }).click();
  await expect(page.getByText(ro('login.ended.title'))).toBeVisible();
  await fillIn(page, 'admin@demo.org', NEXT);
  await expect(page.getByRole('navigation').first()).toBeVisible();
});

test('a logout ends the session at the server', async ({ page, server }) => {
  await page.goto('/account');
  const token = await page.evaluate(() => localStorage.getItem('token-id'));
  expect(await statusOf(server, token ?? '')).toBe(200);
  const account = page.getByRole('button', { name: 'organizer@demo.org' });
  await account.click();
  // An open menu stays as it opened; one opened after the server's answer has it.
  await expect(async () => {
    await page.keyboard.press('Escape');
    await account.click();
    await expect(
      page.getByRole('menuitem', { name: ro('accounts.title') }),
    ).toBeVisible({ timeout: 1000 });
  }).toPass();
  const logout = page.getByRole('menuitem', { name: ro('shell.logout.item') });
  await logout.click();
  await expect(page.getByLabel(ro('login.user'))).toBeVisible();
  await expect.poll(() => statusOf(server, token ?? '')).toBe(401);
});
