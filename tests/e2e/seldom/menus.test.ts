import type { Locator, Page } from '@playwright/test';

import { addressOf, details, threadRows } from '../support/screens';
import { askServer } from '../support/demo';
import { expect, test } from '../support/test';
import { ro } from '../support/words';

// More than a few rows.
test.use({ size: 'S' });

function accountButton(page: Page) {
  return page.getByRole('button', {
    name: new RegExp(`^${ro('shell.account')} `),
  });
}

const placesButton = (page: Page) =>
  page.getByRole('button', { name: ro('shell.menu') });
const rowButtons = (page: Page) =>
  page.getByRole('button', {
    name: new RegExp(`^${ro('observers.more').split('{{')[0]}`),
  });

/** Whether nothing lies over the middle of it. */
async function isOnTop(item: Locator): Promise<boolean> {
  return item.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const at = document.elementFromPoint(left + width / 2, top + height / 2);
    return element.contains(at);
  });
}

test('the pointer opens a menu, and a press outside or on the button closes it', async ({
  page,
}) => {
  await page.goto('/answers');
  await expect(threadRows(page)).toHaveCount(10);
  const menu = page.getByRole('menu');
  await accountButton(page).click();
  await expect(menu).toBeFocused();
  await page.locator('h1').click();
  await expect(menu).toBeHidden();
  await accountButton(page).click();
  await accountButton(page).click();
  await expect(menu).toBeHidden();

  await test.step('the item under the pointer is where the keys go on', async () => {
    await accountButton(page).click();
    const items = menu.locator('[role^="menuitem"]');
    await items.nth(2).hover();
    await page.keyboard.press('ArrowDown');
    await expect(items.nth(3)).toBeFocused();
  });
});

test('a menu is used by the keyboard alone, and the page below does not hear it', async ({
  page,
  server,
  token,
}) => {
  const thread = await askServer(server.origin, token).find(() => true);
  await page.goto(addressOf(thread));
  await expect(details(page).getByRole('tab').first()).toBeVisible();
  const { keyboard } = page;
  await accountButton(page).focus();
  await keyboard.press('Enter');
  await expect(page.getByRole('menuitemradio').first()).toBeFocused();
  await keyboard.press('ArrowUp');
  const logout = page.getByRole('menuitem', { name: ro('shell.logout.item') });
  await expect(logout).toBeFocused();
  await keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await expect(accountButton(page)).toBeFocused();
  await expect(page).toHaveURL(new RegExp(`${addressOf(thread)}$`));

  await test.step('Space chooses', async () => {
    await keyboard.press('Space');
    // "Întunecată", on a keyboard without diacritics.
    await keyboard.type('int');
    const dark = page.getByRole('menuitemradio', {
      name: ro('shell.theme.dark'),
    });
    await expect(dark).toBeFocused();
    await keyboard.press('Space');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(accountButton(page)).toBeFocused();
  });

  await test.step('Tab goes on behind the button', async () => {
    await keyboard.press('ArrowUp');
    await expect(logout).toBeFocused();
    await keyboard.press('Shift+Tab');
    await expect(page.getByRole('menu')).toBeHidden();
    await expect(
      page.getByRole('button', { name: ro('shell.language') }),
    ).toBeFocused();
  });
});

test('the last row of a list has its whole menu in sight, above the button', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1366, height: 400 });
  await page.goto('/observatori');
  await expect(rowButtons(page).first()).toBeVisible();
  await rowButtons(page).last().click();
  const items = page.getByRole('menuitem');
  await expect(items).toHaveCount(4);
  for (const item of await items.all()) {
    await expect(item).toBeInViewport({ ratio: 1 });
    expect(await isOnTop(item)).toBe(true);
  }

  await test.step('and it follows when the page scrolls', async () => {
    const gap = async () => {
      const menu = page.getByRole('menu');
      const at = page.getByRole('button', { expanded: true });
      const { y = 0, height = 0 } = (await menu.boundingBox()) ?? {};
      return Math.round(((await at.boundingBox())?.y ?? 0) - y - height);
    };
    expect(await gap()).toBe(4);
    await page.mouse.move(400, 300);
    await page.mouse.wheel(0, -40);
    await expect.poll(gap).toBe(4);
    await page.mouse.wheel(0, -5000);
    await expect(page.getByRole('menu')).toBeHidden();
  });
});

test('a menu that is longer than the window scrolls in it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 500 });
  await page.goto('/answers');
  await placesButton(page).click();
  const box = await page.getByRole('menu').boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 999)).toBeLessThanOrEqual(492);
  expect(box?.x).toBeGreaterThanOrEqual(8);
  await page.keyboard.press('End');
  const last = page.getByRole('menuitem').last();
  await expect(last).toBeFocused();
  await expect(last).toBeInViewport({ ratio: 1 });
});

test('a link of a menu opens its page, or the guide in a new tab', async ({
  page,
  context,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/answers');
  await placesButton(page).click();
  // The browser's own page for PDF files asks for much of its own.
  await context.route('/guide.pdf', (route) => route.fulfill({ body: 'Ghid' }));
  const guide = context.waitForEvent('page');
  await page.getByRole('menuitem', { name: ro('shell.places.guide') }).click();
  expect(new URL((await guide).url()).pathname).toBe('/guide.pdf');
  await expect(page.getByRole('menu')).toBeHidden();
  await placesButton(page).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type(ro('shell.places.statistics').slice(0, 3));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/statistics');
  await expect(page.getByRole('menu')).toBeHidden();
});

test('a hint can be pointed at, and is closed by Escape', async ({ page }) => {
  await page.clock.install();
  await page.goto('/observatori');
  const button = rowButtons(page).first();
  const hint = page.getByRole('tooltip');
  await button.hover();
  await expect(hint).toBeVisible();
  expect(await isOnTop(hint)).toBe(true);
  await hint.hover();
  // Longer than the moment for which it outlasts the pointer.
  await page.clock.fastForward(300);
  await expect(hint).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(hint).toBeHidden();
  await page.keyboard.press('Tab');
  await button.focus();
  await expect(hint).toBeVisible();
});
