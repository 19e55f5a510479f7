import type { Page } from '@playwright/test';

import { expect, test } from '../support/test';
import { ro } from '../support/words';

// More than a few rows.
test.use({ size: 'S' });

// A finger: targets are 44 px then, and need more room than for a mouse.
test.use({ hasTouch: true });

const SIZES = [
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
];

const LISTS = [
  {
    path: '/formulare?draft=false',
    more: 'forms.more',
    items: ['forms.unpublish', 'forms.duplicate', 'common.delete'],
  },
  {
    path: '/observatori',
    more: 'observers.more',
    items: [
      'common.edit',
      'observers.notify',
      'observers.reset.action',
      'common.delete',
    ],
  },
  {
    path: '/polling-stations',
    more: 'stations.more',
    items: ['common.edit', 'common.delete'],
    onlyBelow: 768,
  },
];

async function sidewaysScrolls(page: Page): Promise<number> {
  return page.evaluate(() => {
    const all = [
      document.documentElement,
      ...document.querySelectorAll('main, main section'),
    ];
    return all.filter((each) => each.scrollWidth > each.clientWidth).length;
  });
}

for (const { width, height } of SIZES) {
  for (const { path, more, items, onlyBelow = 1024 } of LISTS) {
    if (width >= onlyBelow) continue;
    test(`${path} has its row actions in sight at ${width} px`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height });
      await page.goto(path);
      const name = new RegExp(`^${ro(more).split('{{')[0]}`);
      const button = page.getByRole('button', { name }).first();
      await expect(button).toBeInViewport({ ratio: 1 });
      const box = await button.boundingBox();
      expect(
        Math.min(box?.width ?? 0, box?.height ?? 0),
      ).toBeGreaterThanOrEqual(44);
      expect(await sidewaysScrolls(page)).toBe(0);
      await button.tap();
      for (const key of items) {
        const item = page.getByRole('menuitem', { name: ro(key) });
        await expect(item).toBeInViewport({ ratio: 1 });
        const { height: high = 0 } = (await item.boundingBox()) ?? {};
        expect(high).toBeGreaterThanOrEqual(44);
      }
    });
  }
}
