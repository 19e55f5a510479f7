import type { Page } from '@playwright/test';

import { countRows } from '../../e2e/support/databases';
import { ro } from '../../e2e/support/words';
import type { Figure } from '../figures';
import { percentile } from '../figures';
import { clickToPaint } from '../paint';
import { settled } from '../settled';
import type { Stage } from '../stage';
import { closeAfter, ROW, signedIn } from '../stage';

const TURNS = 20;
/** A glance at each page. */
const PAUSE_MS = 1_000;
const CACHED_WITHIN_MS = 120_000;

/** Pages of cached threads, turned as fast as they are painted and at leisure. */
export async function turns(stage: Stage): Promise<Figure[]> {
  const context = await signedIn(stage);
  return closeAfter(context, async () => {
    const page = await context.newPage();
    await page.goto('/answers');
    await page.locator(ROW).first().waitFor();
    await cached(page, TURNS * 10 * 2);
    const rapid = await turnPages(page, 0);
    await settled(page, stage.link);
    const paused = await turnPages(page, PAUSE_MS);
    return [
      figure('next page, p95, rapid clicks during the first sync', rapid, 0.95),
      figure('next page, median, rapid clicks', rapid, 0.5),
      figure('next page, p95, paused clicks', paused, 0.95),
      figure('next page, median, paused clicks', paused, 0.5),
    ];
  });
}

function figure(what: string, took: number[], share: number): Figure {
  const value = percentile(took, share);
  return { what, value, unit: 'ms', atMost: share > 0.5 ? 60 : undefined };
}

async function turnPages(page: Page, pauseMs: number): Promise<number[]> {
  const next = `button[aria-label="${ro('common.pagination.next')}"]`;
  const took: number[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    if (pauseMs > 0) await page.waitForTimeout(pauseMs);
    took.push(
      await clickToPaint(page, next, {
        selector: ROW,
        attribute: 'data-thread',
      }),
    );
  }
  return took;
}

/** Waits until the first sync has brought so many threads; it may still go on. */
async function cached(page: Page, atLeast: number): Promise<void> {
  const until = Date.now() + CACHED_WITHIN_MS;
  while ((await countRows(page, 'cache', 'threads')) < atLeast) {
    if (Date.now() > until) throw new Error('The threads are not cached');
    await page.waitForTimeout(200);
  }
}
