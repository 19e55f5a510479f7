import type { Page } from '@playwright/test';

const SLOW_CPU = 4;
const PAINTS_WITHIN_MS = 15_000;
/** What the server has to tell first; without a stream it is asked at intervals. */
const CHANGES_WITHIN_MS = 60_000;

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

/** What is looked for on the screen, and what tells that it is another one. */
export interface Watched {
  selector: string;
  /** Of the element; absent: the element itself. */
  attribute?: string | undefined;
  /** Another element whose text names what is shown: the watched one may stay. */
  namedBy?: string | undefined;
}

/**
 * Milliseconds from a click on `target` until the first element that is watched
 * is another one, or shows something else, and painted.
 */
export function clickToPaint(
  page: Page,
  target: string,
  watched: Watched,
): Promise<number> {
  return actToPaint(page, { target }, watched);
}

/** The same from the moment in which a key goes down where the focus is. */
export function keyToPaint(
  page: Page,
  key: string,
  watched: Watched,
): Promise<number> {
  return actToPaint(page, { key }, watched);
}

function actToPaint(
  page: Page,
  act: { target: string } | { key: string },
  watched: Watched,
): Promise<number> {
  return page.evaluate(
    ([act, { selector, attribute, namedBy }, atMost]) =>
      new Promise<number>((resolve, reject) => {
        const cause = 'key' in act ? `the key ${act.key}` : act.target;
        const shown = () => {
          const found = document.querySelector(selector);
          return attribute ? found?.getAttribute(attribute) : found;
        };
        const name = () =>
          namedBy && document.querySelector(namedBy)?.textContent;
        const element =
          'key' in act
            ? (document.activeElement ?? document.body)
            : document.querySelector<HTMLElement>(act.target);
        if (!element) {
          reject(new Error(`Nothing fits ${cause}`));
          return;
        }
        const before = { shown: shown(), name: name() };
        const from = performance.now();
        if ('key' in act) {
          const down = { key: act.key, bubbles: true, cancelable: true };
          element.dispatchEvent(new KeyboardEvent('keydown', down));
        } else if (element instanceof HTMLElement) element.click();
        const look = () => {
          const now = shown();
          if (performance.now() - from > atMost) {
            reject(new Error(`No other ${selector} after ${cause}`));
          } else if (!now || (now === before.shown && name() === before.name)) {
            requestAnimationFrame(look);
          } else {
            requestAnimationFrame(() => resolve(performance.now() - from));
          }
        };
        requestAnimationFrame(look);
      }),
    [act, watched, PAINTS_WITHIN_MS] as const,
  );
}

/**
 * Epoch ms at which the text of the first element that fits `watched` is another
 * one and painted. Call it before what changes the text.
 */
export function textChangePainted(
  page: Page,
  watched: string,
): Promise<number> {
  return page.evaluate(
    ([watched, atMost]) =>
      new Promise<number>((resolve, reject) => {
        const shown = () => document.querySelector(watched)?.textContent;
        const before = shown();
        if (before === undefined) {
          reject(new Error(`Nothing fits ${watched}`));
          return;
        }
        const until = performance.now() + atMost;
        const now = () => performance.timeOrigin + performance.now();
        const look = () => {
          const text = shown();
          if (performance.now() > until) {
            reject(new Error(`No other text of ${watched}`));
          } else if (text === undefined || text === before) {
            requestAnimationFrame(look);
          } else requestAnimationFrame(() => resolve(now()));
        };
        requestAnimationFrame(look);
      }),
    [watched, CHANGES_WITHIN_MS] as const,
  );
}
