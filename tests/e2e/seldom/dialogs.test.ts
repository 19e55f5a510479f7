import type { Page } from '@playwright/test';

import { holdOutbox } from '../support/hold-storage';
import { expect, test } from '../support/test';
import { ro } from '../support/words';

// More than a few rows.
test.use({ size: 'S' });

const rowButtons = (page: Page) =>
  page.getByRole('button', {
    name: new RegExp(`^${ro('observers.more').split('{{')[0]}`),
  });

/** Opens what an item of the first row's menu leads to. */
async function choose(page: Page, item: string) {
  await page.goto('/observatori');
  const button = rowButtons(page).first();
  await button.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: ro(item) }).click();
  return button;
}

const question = (page: Page) => page.getByRole('alertdialog');
const dialog = (page: Page) => page.getByRole('dialog');

/** A place beside every dialog. */
const BESIDE = { x: 4, y: 300 };

test('a dialog is closed by Escape, and gives the focus back to the menu it came from', async ({
  page,
}) => {
  const button = await choose(page, 'common.delete');
  await expect(question(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question(page)).toBeHidden();
  await expect(button).toBeFocused();
});

test('a press beside it closes a dialog, and is no answer to a question', async ({
  page,
}) => {
  await choose(page, 'observers.reset.action');
  await expect(dialog(page)).toBeVisible();
  await page.mouse.click(BESIDE.x, BESIDE.y);
  await expect(dialog(page)).toBeHidden();
  await choose(page, 'common.delete');
  await expect(question(page)).toBeVisible();
  await page.mouse.click(BESIDE.x, BESIDE.y);
  await expect(question(page)).toBeVisible();
});

test('a text that is selected beyond the edge does not close it', async ({
  page,
}) => {
  await choose(page, 'observers.reset.action');
  const box = await dialog(page).getByRole('heading').boundingBox();
  if (!box) throw new Error('The dialog has no title');
  await page.mouse.move(box.x + 4, box.y + 4);
  await page.mouse.down();
  await page.mouse.move(BESIDE.x, BESIDE.y);
  await page.mouse.up();
  await expect(dialog(page)).toBeVisible();
});

test('the page below is out of reach of the pointer and the Tab key', async ({
  page,
}) => {
  await choose(page, 'common.delete');
  const address = page.url();
  const link = page.getByRole('link', {
    name: ro('shell.places.statistics'),
    includeHidden: true,
  });
  const place = await link.first().boundingBox();
  if (!place) throw new Error('The link is not drawn');
  await page.mouse.click(place.x + 4, place.y + 4);
  expect(page.url()).toBe(address);
  for (let press = 0; press < 12; press += 1) {
    await page.keyboard.press('Tab');
    // Between the last control and the first one is the browser's own bar.
    const isInside = await page.evaluate(
      () =>
        document.activeElement === document.body ||
        document.activeElement?.closest('dialog') !== null,
    );
    expect(isInside).toBe(true);
  }
});

test('no number of Escapes closes a dialog that is storing', async ({
  page,
}) => {
  await choose(page, 'common.delete');
  const letGo = await holdOutbox(page);
  await question(page)
    .getByRole('button', { name: ro('common.delete') })
    .click();
  await expect(question(page)).toHaveAttribute('aria-busy', 'true');
  for (let press = 0; press < 3; press += 1) {
    await page.keyboard.press('Escape');
  }
  await expect(question(page)).toBeVisible();
  await letGo();
  await expect(question(page)).toBeHidden();
});

test('the list of keys scrolls in a low window', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 320 });
  await page.goto('/answers');
  await page.locator('h1').waitFor();
  await page.keyboard.press('?');
  await expect(dialog(page)).toBeVisible();
  const { top, bottom } = await dialog(page).evaluate((box) => {
    const { top, bottom } = box.getBoundingClientRect();
    return { top, bottom };
  });
  expect(top).toBeGreaterThanOrEqual(0);
  expect(bottom).toBeLessThanOrEqual(320);
  await expect(
    dialog(page).getByRole('button', { name: ro('common.close') }),
  ).toBeInViewport();
});

test('a message is over an open dialog, is heard, and can be pressed', async ({
  page,
}) => {
  await choose(page, 'common.delete');
  await question(page)
    .getByRole('button', { name: ro('common.delete') })
    .click();
  await expect(question(page)).toBeHidden();
  const close = page.getByRole('button', { name: `${ro('common.close')}: ` });
  // Held by the pointer, it waits for the dialog, into which it then moves.
  await close.hover();
  await page.keyboard.press('?');
  await expect(dialog(page)).toBeVisible();
  await close.click();
  await expect(close).toBeHidden();
  await expect(dialog(page)).toBeVisible();
});
