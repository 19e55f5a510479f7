import type { Page } from '@playwright/test';

import { ro } from '../../e2e/support/words';
import type { Figure } from '../figures';
import { percentile } from '../figures';
import { clickToPaint, slowProcessor } from '../paint';
import { settled } from '../settled';
import type { Stage } from '../stage';
import { onPage, ROW } from '../stage';

const OPENINGS = 5;
const FILTERS = ['30', '60', '120', 'seenWithoutReport', '30', ''];

/** Coverage from the cache, at a quarter of the processor's speed; the budgets are meant for XL. */
export async function coverage(stage: Stage): Promise<Figure[]> {
  return onPage(await stage.filled(), async (page) => {
    const opened: number[] = [];
    for (let turn = 0; turn < OPENINGS; turn += 1) {
      await page.goto('/answers');
      await page.locator(ROW).first().waitFor();
      await settled(page, stage.link);
      await slowProcessor(page);
      const link = 'header a[href="/coverage"]';
      opened.push(
        await clickToPaint(page, link, { selector: 'main tbody tr' }),
      );
    }
    await page.goto('/coverage?by=observer');
    await page.getByRole('rowheader').nth(1).waitFor();
    await settled(page, stage.link);
    await slowProcessor(page);
    const filtered = await choose(page);
    return [
      {
        what: 'coverage opened from the cache until its rows are painted, slow processor, median',
        value: percentile(opened, 0.5),
        unit: 'ms',
        atMost: 300,
      },
      {
        what: 'a choice of silence until other observers are painted, slow processor, p95',
        value: percentile(filtered, 0.95),
        unit: 'ms',
        atMost: 100,
      },
    ];
  });
}

/** Milliseconds from each choice to other rows, or another count of them, on the screen. */
function choose(page: Page): Promise<number[]> {
  return page.evaluate(
    async ([label, choices]) => {
      const field = [...document.querySelectorAll('label')].find((each) =>
        each.textContent?.startsWith(label),
      );
      const select = field?.querySelector('select') ?? field?.control;
      if (!(select instanceof HTMLSelectElement)) {
        throw new Error('There is no filter');
      }
      const shown = () =>
        [...document.querySelectorAll('main tbody tr, main nav')]
          .map(({ textContent }) => textContent)
          .join();
      const samples: number[] = [];
      for (const choice of choices) {
        const before = shown();
        const from = performance.now();
        select.value = choice;
        select.dispatchEvent(new Event('change', { bubbles: true }));
        await new Promise<void>((resolve) => {
          const look = () => {
            if (shown() === before && performance.now() < from + 3_000) {
              requestAnimationFrame(look);
            } else requestAnimationFrame(() => resolve());
          };
          requestAnimationFrame(look);
        });
        samples.push(performance.now() - from);
      }
      return samples;
    },
    [ro('coverage.filter.silence'), FILTERS] as const,
  );
}
