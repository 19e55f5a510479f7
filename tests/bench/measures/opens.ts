import { ro } from '../../e2e/support/words';
import type { Figure } from '../figures';
import { percentile } from '../figures';
import { clickToPaint } from '../paint';
import { settled } from '../settled';
import type { Stage } from '../stage';
import { onPage, ROW } from '../stage';

/**
 * The cards of the answers; the heading above them may be painted before. A card may
 * stay with another thread's answers, in the frame in which the heading changes.
 */
const ANSWER = { selector: 'article[data-question]', namedBy: ':has(> h2)' };
const PAUSE_MS = 300;
const PAGES = [1, 2];
const ROWS_OF_A_PAGE = 10;

/** Each thread of the first two urgent pages is opened once: their details come first. */
export async function opens(stage: Stage): Promise<Figure[]> {
  const took = await onPage(await stage.filled(), async (page) => {
    const samples: number[] = [];
    for (const number of PAGES) {
      await page.goto(`/answers?urgente=true&page=${number}`);
      await page.locator(ROW).first().waitFor();
      await settled(page, stage.link);
      const uncached = page.locator(ROW, {
        hasText: ro('answers.row.notCached'),
      });
      await uncached.first().waitFor({ state: 'detached' });
      for (let row = 1; row <= ROWS_OF_A_PAGE; row += 1) {
        await page.waitForTimeout(PAUSE_MS);
        const target = `li:nth-child(${row}) ${ROW}`;
        samples.push(await clickToPaint(page, target, ANSWER));
      }
    }
    return samples;
  });
  const what = 'cached thread opened until its answers are painted';
  return [
    {
      what: `${what}, p95`,
      value: percentile(took, 0.95),
      unit: 'ms',
      atMost: 50,
    },
    { what: `${what}, median`, value: percentile(took, 0.5), unit: 'ms' },
  ];
}
