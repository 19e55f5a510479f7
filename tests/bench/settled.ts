import type { BrowserContext, Page } from '@playwright/test';

import { readRows } from '../e2e/support/databases';
import type { Link } from './link';

const QUIET_MS = 2_000;
const SETTLES_WITHIN_MS = 10 * 60_000;

/** Notes each main-thread task of 50 ms or more in every page of a profile. */
export async function noteTasks(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const tasks: { end: number; ms: number }[] = [];
    Object.assign(globalThis, { benchTasks: tasks });
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) {
        tasks.push({ end: startTime + duration, ms: duration });
      }
    }).observe({ type: 'longtask', buffered: true });
  });
}

/**
 * The main-thread tasks of 50 ms or more that ended `afterMs` or later and began
 * before `beforeMs`, in ms.
 * @param afterMs @param beforeMs by the page's own clock, `performance.now()`.
 */
export function longTasks(
  page: Page,
  afterMs = 0,
  beforeMs = Number.MAX_VALUE,
): Promise<number[]> {
  return page.evaluate(
    ([afterMs, beforeMs]) => {
      const tasks: { end: number; ms: number }[] = Reflect.get(
        globalThis,
        'benchTasks',
      );
      return tasks
        .filter(({ end, ms }) => end >= afterMs && end - ms < beforeMs)
        .map(({ ms }) => ms);
    },
    [afterMs, beforeMs] as const,
  );
}

/**
 * Waits until a tab has settled: for two seconds no byte passed the link in either
 * direction, from no thread, and the page had no task of 50 ms or more.
 */
export async function settled(page: Page, link: Link): Promise<void> {
  const until = Date.now() + SETTLES_WITHIN_MS;
  for (;;) {
    const now = await page.evaluate(() => performance.now());
    const isQuiet =
      now > QUIET_MS && (await longTasks(page, now - QUIET_MS)).length === 0;
    if (isQuiet && Date.now() - link.lastByteAt() > QUIET_MS) return;
    if (Date.now() > until) throw new Error('The tab does not settle');
    await page.waitForTimeout(250);
  }
}

/** Waits until the details of all reports are here and packed: figures and searches read them. */
export async function packed(page: Page): Promise<void> {
  const until = Date.now() + SETTLES_WITHIN_MS;
  for (;;) {
    const rows = await readRows(page, 'cache', 'meta');
    if (JSON.stringify(rows).includes('areAnswersPacked')) return;
    if (Date.now() > until) throw new Error('The details are not packed');
    await page.waitForTimeout(1_000);
  }
}
