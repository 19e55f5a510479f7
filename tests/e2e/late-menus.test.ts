import type { Page } from '@playwright/test';

import { deferred } from '../support/deferred';
import { threadRows } from './support/screens';
import { expect, test } from './support/test';
import { ro } from './support/words';

const POPUPS = '**/assets/popups-*.js';

function accountButton(page: Page) {
  return page.getByRole('button', {
    name: new RegExp(`^${ro('shell.account')} `),
  });
}

/** The service worker would answer in place of the test. */
async function openWithoutWorker(page: Page): Promise<void> {
  await page.addInitScript(() =>
    Object.defineProperty(navigator.serviceWorker, 'register', {
      value: () => new Promise(() => {}),
    }),
  );
  await page.goto('/answers');
  await expect(threadRows(page)).toHaveCount(10);
}

test('a menu that is pressed before its code is there opens when it arrives', async ({
  page,
}) => {
  const held = deferred<void>();
  await page.route(POPUPS, async (route) => {
    await held.promise;
    await route.continue();
  });
  await openWithoutWorker(page);
  const asked = page.waitForRequest(POPUPS);
  await accountButton(page).focus();
  await asked;
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu')).toBeHidden();
  held.resolve();
  await expect(page.getByRole('menuitemradio').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await expect(accountButton(page)).toBeFocused();

  await test.step('and the pointer opens it again', async () => {
    await accountButton(page).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await accountButton(page).click();
    await expect(page.getByRole('menu')).toBeHidden();
  });
});

test('the pointer opens a menu at its first press, and a press outside closes it', async ({
  page,
}) => {
  await openWithoutWorker(page);
  await accountButton(page).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await page.locator('h1').click();
  await expect(page.getByRole('menu')).toBeHidden();
});

test.describe('a build that is no longer on the server', () => {
  test.use({ reported: ['TypeError'] });

  test('a menu that cannot be loaded leads to a reload', async ({ page }) => {
    await page.route(POPUPS, (route) => route.abort());
    await openWithoutWorker(page);
    await accountButton(page).click();
    await expect(
      page.getByRole('heading', { name: ro('shell.error.stale.title') }),
    ).toBeVisible();
  });
});
