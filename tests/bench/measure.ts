import type { Page } from '@playwright/test';

/** 1.6 Mbit/s with 150 ms round trip, and a processor four times slower. */
const SLOW_LINK = {
  offline: false,
  latency: 150,
  downloadThroughput: 200_000,
  uploadThroughput: 200_000,
};
const SLOW_CPU = 4;

export interface Figure {
  what: string;
  /** In `unit`. */
  value: number;
  unit: 'ms' | 's' | 'rows';
  /** The most that design/budgets allows. */
  budget: number;
}

/** The link and the processor of an old laptop behind a bad line. */
export async function slowDown(page: Page, isLinkSlow = true): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOW_CPU });
  if (!isLinkSlow) return;
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', SLOW_LINK);
}

/** Milliseconds from the start of a navigation until `selector` was painted. */
export async function timeToPaint(
  page: Page,
  address: string,
  selector: string,
): Promise<number> {
  await page.addInitScript((selector) => {
    const look = () => {
      if (!document.querySelector(selector)) return requestAnimationFrame(look);
      // The next frame begins when this one is on the screen.
      return requestAnimationFrame(() => {
        document.documentElement.dataset['paintedAt'] ??= String(
          performance.now(),
        );
      });
    };
    requestAnimationFrame(look);
  }, selector);
  await page.goto(address);
  const painted = page.locator('html[data-painted-at]');
  await painted.waitFor({ state: 'attached', timeout: 60_000 });
  return Number(await painted.getAttribute('data-painted-at'));
}

/**
 * Milliseconds from a click on `target` until the text of `watched` is another
 * one and painted.
 */
export function timeToChange(
  page: Page,
  target: string,
  watched: string,
): Promise<number> {
  return page.evaluate(
    ([target, watched]) =>
      new Promise<number>((resolve, reject) => {
        const textOf = () => document.querySelector(watched)?.textContent;
        const before = textOf();
        const element = document.querySelector<HTMLElement>(target);
        if (!element) {
          reject(new Error(`Nothing fits ${target}`));
          return;
        }
        const from = performance.now();
        element.click();
        const look = () => {
          const now = textOf();
          if (now === undefined || now === before) {
            requestAnimationFrame(look);
          } else {
            requestAnimationFrame(() => resolve(performance.now() - from));
          }
        };
        requestAnimationFrame(look);
      }),
    [target, watched] as const,
  );
}

/** @param share 0.5 for the median, 0.95 for p95. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1);
  return sorted[Math.max(0, at)] ?? Number.NaN;
}

export function print(figures: readonly Figure[]): void {
  for (const { what, value, unit, budget } of figures) {
    const digits = unit === 's' ? 2 : 0;
    const verdict = value <= budget ? 'within' : 'OVER';
    console.log(
      `${verdict.padEnd(7)} ${value.toFixed(digits).padStart(7)} ${unit.padEnd(4)} ` +
        `(at most ${budget} ${unit})  ${what}`,
    );
  }
}
