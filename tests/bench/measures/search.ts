import { countRows } from '../../e2e/support/databases';
import type { Figure } from '../figures';
import { percentile } from '../figures';
import { inputToPaint } from '../input-to-paint';
import { slowProcessor } from '../paint';
import { packed, settled } from '../settled';
import type { Stage } from '../stage';
import { onPage } from '../stage';

const TYPED =
  'u ur urn urna alba 0700 070000 a al aleg alegator co coada ana mar vot'.split(
    ' ',
  );

/** Letters in the search; the budget is meant for the 31,500 threads of XL. */
export async function search(stage: Stage): Promise<Figure[]> {
  return onPage(await stage.filled(), async (page) => {
    await page.goto('/search?q=sec');
    await packed(page);
    await page.locator('main h2').first().waitFor();
    await settled(page, stage.link);
    await slowProcessor(page);
    const took = await inputToPaint(page, {
      field: 'main input[type="search"]',
      values: TYPED,
      shown: 'main h2, main li a',
    });
    const blocks = await countRows(page, 'cache', 'textBlocks');
    return [
      {
        what: `a letter in the search through ${blocks} blocks of texts until other hits are painted, slow processor, p95`,
        value: percentile(took, 0.95),
        unit: 'ms',
        atMost: 100,
      },
    ];
  });
}
