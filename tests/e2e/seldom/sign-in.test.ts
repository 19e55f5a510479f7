import type { Page } from '@playwright/test';

import { expect, test } from '../support/test';
import { en, ro } from '../support/words';

async function signIn(page: Page, user: string, password: string) {
  await page.getByLabel(ro('login.user')).fill(user);
  await page.getByLabel(ro('login.password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: ro('login.submit') }).click();
}

test.describe('the sign-in screen', () => {
  test.use({ signedIn: false });

  test('opens the urgent threads for the right password', async ({ page }) => {
    await page.goto('/');
    await expect(page).toHaveURL('/login');
    await signIn(page, 'organizer@demo.org', 'demo-organizer');
    await expect(page).toHaveURL(/\/answers/);
    await page.goto('/login');
    await expect(page).toHaveURL(/\/answers/);
  });

  test('goes where the user wanted to go', async ({ page }) => {
    await page.goto('/outbox');
    await expect(page).toHaveURL('/login');
    await signIn(page, 'organizer@demo.org', 'demo-organizer');
    await expect(page).toHaveURL('/outbox');
  });

  test('stays with the red message for a wrong password', async ({ page }) => {
    await page.goto('/login');
    await signIn(page, 'nobody@demo.org', 'wrong');
    await expect(page.getByRole('alert')).toHaveText(ro('CREDENTIALS_INVALID'));
    await expect(page).toHaveURL('/login');
    const token = await page.evaluate(() => localStorage.getItem('token-id'));
    expect(token).toBeNull();
  });

  test('speaks English when told to, and remembers it', async ({ page }) => {
    await page.goto('/login');
    await expect(page.locator('html')).toHaveAttribute('lang', 'ro');
    await page.getByRole('button', { name: 'English' }).click();
    await expect(
      page.getByRole('heading', { name: en('login.welcome') }),
    ).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await page.reload();
    await expect(page.getByLabel(en('login.user'))).toBeVisible();
  });
});

test.describe('a server that cannot sign in', () => {
  test.use({ signedIn: false, isProxied: true });

  const authorize = /\/api\/v2\/access\/authorize/;

  for (const [what, fault, key] of [
    ['cannot be reached', { kind: 'cutBefore' }, 'unreachable'],
    ['has an error', { kind: 'reply', status: 500 }, 'server'],
    [
      'is hidden behind the page of a network',
      {
        kind: 'reply',
        status: 200,
        type: 'text/html',
        body: '<html><b>Welcome</b></html>',
      },
      'unreadable',
    ],
    [
      'has had enough for now',
      { kind: 'reply', status: 429, type: 'application/problem+json' },
      'busy',
    ],
  ] as const) {
    test(`says so when it ${what}`, async ({ page, faults }) => {
      await page.goto('/login');
      faults.fail({ path: authorize, fault });
      await signIn(page, 'organizer@demo.org', 'demo-organizer');
      await expect(page.getByRole('alert')).toHaveText(
        ro(`login.failure.${key}`),
      );
      await expect(page).toHaveURL('/login');

      faults.heal();
      await page.getByRole('button', { name: ro('login.submit') }).click();
      await expect(page).toHaveURL(/\/answers/);
    });
  }
});
