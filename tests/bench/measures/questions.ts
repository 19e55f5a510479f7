import { countRows } from '../../e2e/support/databases';
import type { Figure } from '../figures';
import { percentile } from '../figures';
import { inputToPaint } from '../input-to-paint';
import { clickToPaint, slowProcessor } from '../paint';
import { packed, settled } from '../settled';
import type { Stage } from '../stage';
import { onPage } from '../stage';

const LINK = 'main a[href^="/statistics/questions"]';
const PANEL = 'main section > h3';
const OPENINGS = 3;
const COUNTIES = ['CJ', 'AB', 'B', '', 'IS', 'TM', ''];

/** Figures of all readable reports, at a quarter of the processor's speed; the budgets are meant for XL. */
export async function questions(stage: Stage): Promise<Figure[]> {
  return onPage(await stage.filled(), async (page) => {
    await page.goto('/statistics');
    await packed(page);
    const opened: number[] = [];
    for (let turn = 0; turn < OPENINGS; turn += 1) {
      await page.goto('/statistics');
      await page.locator(LINK).waitFor();
      await settled(page, stage.link);
      await slowProcessor(page);
      opened.push(await clickToPaint(page, LINK, { selector: PANEL }));
    }
    const filtered = await inputToPaint(page, {
      field: 'main select:has(option[value="CJ"])',
      values: COUNTIES,
      shown: 'main tbody',
    });
    const blocks = await countRows(page, 'cache', 'answerBlocks');
    return [
      {
        what: `questions opened from ${blocks} blocks until they are painted, slow processor, median`,
        value: percentile(opened, 0.5),
        unit: 'ms',
        atMost: 400,
      },
      {
        what: 'a choice of county until other figures are painted, slow processor, p95',
        value: percentile(filtered, 0.95),
        unit: 'ms',
        atMost: 150,
      },
    ];
  });
}
