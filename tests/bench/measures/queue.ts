import type { Page } from '@playwright/test';

import { paths } from '@/paths';

import type { Figure } from '../figures';
import { percentile } from '../figures';
import { keyToPaint, slowProcessor } from '../paint';
import { settled } from '../settled';
import type { Stage } from '../stage';
import { onPage } from '../stage';

/**
 * The cards of the answers; the heading above them may be painted before. A card may
 * stay with another thread's answers, in the frame in which the heading changes.
 */
const ANSWER = { selector: 'article[data-question]', namedBy: ':has(> h2)' };
const NEXT = 'j';
/** In progress: the thread stays in the list, and the queue moves on. */
const DECIDE = '2';
const PAUSE_MS = 300;
const LOADS = 2;
const STEPS = 10;

/** Steps through the urgent threads that wait: passed over, and decided about. */
export async function queue(stage: Stage): Promise<Figure[]> {
  return onPage(await stage.filled(), async (page) => {
    const next = 'next thread of the queue until its answers are painted';
    const decided = 'the same after a decision';
    const fast = {
      next: await steps(page, stage, NEXT),
      decided: await steps(page, stage, DECIDE),
    };
    await slowProcessor(page);
    const slow = {
      next: await steps(page, stage, NEXT),
      decided: await steps(page, stage, DECIDE),
    };
    return [
      ...figures(next, fast.next, 50),
      ...figures(decided, fast.decided, 50),
      ...figures(`${next}, slow processor`, slow.next),
      ...figures(`${decided}, slow processor`, slow.decided),
    ];
  });
}

/** Milliseconds of each step; the queue is opened anew for each ten of them. */
async function steps(
  page: Page,
  { link }: Stage,
  key: string,
): Promise<number[]> {
  const samples: number[] = [];
  for (let load = 0; load < LOADS; load += 1) {
    await page.goto(paths.queue());
    await page.locator(ANSWER.selector).first().waitFor();
    await settled(page, link);
    for (let step = 0; step < STEPS; step += 1) {
      await page.waitForTimeout(PAUSE_MS);
      samples.push(await keyToPaint(page, key, ANSWER));
    }
  }
  return samples;
}

function figures(
  what: string,
  samples: readonly number[],
  atMost?: number,
): Figure[] {
  return [
    {
      what: `${what}, p95`,
      value: percentile(samples, 0.95),
      unit: 'ms',
      atMost,
    },
    { what: `${what}, median`, value: percentile(samples, 0.5), unit: 'ms' },
  ];
}
