import type { Page } from '@playwright/test';

const PAINTS_WITHIN_MS = 3_000;

interface Input {
  /** Selector of an input or a select. */
  field: string;
  /** What is put into it, one after the other. */
  values: readonly string[];
  /** Selector of all that shows the result. */
  shown: string;
}

/**
 * Milliseconds from each input until something else is shown and painted. One that
 * changes nothing is left out.
 */
export function inputToPaint(page: Page, input: Input): Promise<number[]> {
  return page.evaluate(
    async ({ field: selector, values, shown: parts, within }) => {
      const field = document.querySelector(selector);
      const isSelect = field instanceof HTMLSelectElement;
      if (!isSelect && !(field instanceof HTMLInputElement)) {
        throw new Error(`There is no ${selector}`);
      }
      const prototype = isSelect
        ? HTMLSelectElement.prototype
        : HTMLInputElement.prototype;
      const setter = Object.getOwnPropertyDescriptor(prototype, 'value')?.set;
      const shown = () =>
        Array.from(
          document.querySelectorAll(parts),
          ({ textContent }) => textContent,
        ).join();
      const samples: number[] = [];
      for (const value of values) {
        const before = shown();
        const from = performance.now();
        setter?.call(field, value);
        const event = isSelect ? 'change' : 'input';
        field.dispatchEvent(new Event(event, { bubbles: true }));
        const isChanged = await new Promise<boolean>((resolve) => {
          const look = () => {
            const isOther = shown() !== before;
            if (isOther || performance.now() > from + within) {
              requestAnimationFrame(() => resolve(isOther));
            } else requestAnimationFrame(look);
          };
          requestAnimationFrame(look);
        });
        if (isChanged) samples.push(performance.now() - from);
      }
      return samples;
    },
    { ...input, within: PAINTS_WITHIN_MS },
  );
}
