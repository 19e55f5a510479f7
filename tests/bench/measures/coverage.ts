import type { Page } from '@playwright/test';

import { LAST_SCREEN_KEY } from '@/config';

import { ro } from '../../e2e/support/words';
import type { Figure } from '../figures';
import { percentile } from '../figures';
import { clickToPaint, slowProcessor } from '../paint';
import { settled } from '../settled';
import type { Stage } from '../stage';
import { onPage, ROW } from '../stage';

const LINK = 'header a[href="/coverage"]';
const TABLE_ROW = 'main tbody tr';
const OPENINGS = 5;
/** From the pointer's coming to the click; people take a fifth of a second or more. */
const POINTER_RESTS_MS = 200;
const FILTERS = ['30', '60', '120', 'seenWithoutReport', '30', ''];

/** Coverage from the cache, at a quarter of the processor's speed; the budgets are meant for XL. */
export async function coverage(stage: Stage): Promise<Figure[]> {
  return onPage(await stage.filled(), async (page) => {
    const first = await open(page, stage, { isFirst: true });
    const pointed = await open(page, stage, {
      isFirst: true,
      restMs: POINTER_RESTS_MS,
    });
    const opened = await open(page, stage, {});
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
        what: 'its first visit on this device, median',
        value: percentile(first, 0.5),
        unit: 'ms',
      },
      {
        what: 'its first visit after the pointer rested on its link, median',
        value: percentile(pointed, 0.5),
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

interface Visit {
  /** No start before this one left figures to begin with. */
  isFirst?: boolean;
  /** How long the pointer is on the link before the click. */
  restMs?: number;
}

/** Milliseconds from each click, each after a start of its own. */
async function open(
  page: Page,
  { link }: Stage,
  { isFirst = false, restMs }: Visit,
): Promise<number[]> {
  const samples: number[] = [];
  for (let turn = 0; turn < OPENINGS; turn += 1) {
    await page.goto('/answers');
    if (isFirst) {
      await page.evaluate((key) => {
        localStorage.removeItem(key);
      }, LAST_SCREEN_KEY);
      await page.reload();
    }
    await page.locator(ROW).first().waitFor();
    await settled(page, link);
    await slowProcessor(page);
    if (restMs !== undefined) {
      await page.hover(LINK);
      await page.waitForTimeout(restMs);
    }
    samples.push(await clickToPaint(page, LINK, { selector: TABLE_ROW }));
    await page.mouse.move(0, 0);
  }
  return samples;
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
