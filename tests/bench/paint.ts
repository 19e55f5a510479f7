import type { Page } from '@playwright/test';

const SLOW_CPU = 4;
const PAINTS_WITHIN_MS = 15_000;

/**
 * Makes the processor of the page four times slower. Chromium refuses that for
 * workers ("only supported for pages, not workers"), so they run at full speed.
 */
export async function slowProcessor(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOW_CPU });
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
  await page.goto(address, { waitUntil: 'commit', timeout: 60_000 });
  const painted = page.locator('html[data-painted-at]');
  await painted.waitFor({ state: 'attached', timeout: 60_000 });
  return Number(await painted.getAttribute('data-painted-at'));
}

/**
 * Milliseconds from a click on `target` until the first element that fits
 * `watched` is another one and painted.
 * @param attribute tells one element from another; absent: the element itself,
 * for parts of the screen that are mounted anew.
 */
export function clickToPaint(
  page: Page,
  target: string,
  watched: string,
  attribute = '',
): Promise<number> {
  return page.evaluate(
    ([target, watched, attribute, atMost]) =>
      new Promise<number>((resolve, reject) => {
        const shown = () => {
          const element = document.querySelector(watched);
          return attribute ? element?.getAttribute(attribute) : element;
        };
        const element = document.querySelector<HTMLElement>(target);
        if (!element) {
          reject(new Error(`Nothing fits ${target}`));
          return;
        }
        const before = shown();
        const from = performance.now();
        element.click();
        const look = () => {
          const now = shown();
          if (performance.now() - from > atMost) {
            reject(new Error(`No other ${watched} after ${target}`));
          } else if (!now || now === before) {
            requestAnimationFrame(look);
          } else {
            requestAnimationFrame(() => resolve(performance.now() - from));
          }
        };
        requestAnimationFrame(look);
      }),
    [target, watched, attribute, PAINTS_WITHIN_MS] as const,
  );
}
