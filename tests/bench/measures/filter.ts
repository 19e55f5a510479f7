import type { Page } from '@playwright/test';

import { countRows } from '../../e2e/support/databases';
import { ro } from '../../e2e/support/words';
import type { Figure } from '../figures';
import { percentile } from '../figures';
import { settled } from '../settled';
import type { Stage } from '../stage';
import { onPage } from '../stage';

const TYPED = ['a', 'an', 'ana', 'an', 'a', 'b', 'bo', 'bog', 'b', 'i'];

/** Letters in the name filter; the budget is meant for the 10,000 observers of XL. */
export async function filter(stage: Stage): Promise<Figure[]> {
  return onPage(await stage.filled(), async (page) => {
    await page.goto('/observatori');
    await page.getByRole('row').nth(1).waitFor();
    await settled(page, stage.link);
    const took = await type(page);
    const observers = await countRows(page, 'cache', 'observers');
    return [
      {
        what: `letter in the filter of ${observers} observers to rows, p95`,
        value: percentile(took, 0.95),
        unit: 'ms',
        atMost: 50,
      },
    ];
  });
}

/** Milliseconds from each letter to other rows on the screen. */
function type(page: Page): Promise<number[]> {
  return page.evaluate(
    async ([label, typed]) => {
      const form = document.querySelector(`form[aria-label="${label}"]`);
      const input = form?.querySelector('input');
      if (!input) throw new Error('There is no filter');
      const setter = Object.getOwnPropertyDescriptor(
        HTMLInputElement.prototype,
        'value',
      )?.set;
      // Who is shown, and how many fit. An age or a mark that changes by itself is no answer.
      const shown = () => {
        const links = document.querySelectorAll('tbody a[href*="/profil/"]');
        const people = Array.from(links, (link) => link.getAttribute('href'));
        return [document.querySelector('h1')?.textContent, ...people].join();
      };
      const samples: number[] = [];
      for (const text of typed) {
        const before = shown();
        const from = performance.now();
        setter?.call(input, text);
        input.dispatchEvent(new Event('input', { bubbles: true }));
        const until = from + 3_000;
        const isChanged = await new Promise<boolean>((resolve) => {
          const look = () => {
            const isOther = shown() !== before;
            if (isOther || performance.now() > until) {
              requestAnimationFrame(() => resolve(isOther));
            } else requestAnimationFrame(look);
          };
          requestAnimationFrame(look);
        });
        // Now and then the same rows fit the next letter, too.
        if (isChanged) samples.push(performance.now() - from);
      }
      return samples;
    },
    [ro('observers.filter.label'), TYPED] as const,
  );
}
