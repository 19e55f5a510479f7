import type { Locator } from '@playwright/test';

import { expect, test } from '../support/test';
import { ro } from '../support/words';

test.use({ contextOptions: { forcedColors: 'active' } });

function backgroundOf(element: Locator): Promise<string> {
  return element.evaluate((node) => getComputedStyle(node).backgroundColor);
}

test('figures keep their meaning in the reader’s own colours', async ({
  page,
}) => {
  await page.goto('/coverage');
  const legend = page.getByRole('list', { name: ro('coverage.map.legend') });
  await expect(legend).toBeVisible();
  const levels = ['0', '1', '2', '3', '4'];
  const shades = await Promise.all(
    levels.map((level) =>
      backgroundOf(legend.locator(`[data-level="${level}"]`)),
    ),
  );
  expect(new Set(shades).size).toBe(levels.length);
  // Nothing known is told from none by its edge.
  await expect(legend.locator('[data-level="unknown"]')).toHaveCSS(
    'border-top-style',
    'dashed',
  );

  const text = await page
    .locator('body')
    .evaluate((node) => getComputedStyle(node).color);
  await page.goto('/wall');
  const bars = page.locator('ol > li > span[class*="bar"]');
  await expect(bars.first()).toBeVisible();
  expect(await backgroundOf(bars.first())).toBe(text);

  await page.goto('/statistics');
  const series = (name: string) =>
    page.locator(`[data-series="${name}"]`).first();
  await expect(series('flagged')).toBeAttached();
  expect(await backgroundOf(series('flagged'))).toBe(text);
  expect(await backgroundOf(series('unflagged'))).not.toBe(text);
});
