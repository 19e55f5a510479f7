import { syncWorker, wake } from '../../e2e/support/sync-worker';
import {
  countPages,
  countWorker,
  databaseWork,
  forgetWork,
  split,
} from '../database-work';
import type { Figure } from '../figures';
import { settled } from '../settled';
import type { Stage } from '../stage';
import { onPage, ROW } from '../stage';

/**
 * The list of threads is refreshed as when a person comes back to the tab, while
 * the server has nothing new.
 */
export async function refresh(stage: Stage): Promise<Figure[]> {
  const context = await stage.filled();
  await countPages(context);
  return onPage(context, async (page) => {
    await page.goto('/answers');
    await page.locator(ROW).first().waitFor();
    await settled(page, stage.link);
    const worker = await syncWorker(page);
    await countWorker(worker);
    await forgetWork(page);
    await stage.server.forget();
    await wake(page);
    await settled(page, stage.link);
    const requests = await stage.server.requests();
    const written = split((await databaseWork(worker)).written);
    const reads = split((await databaseWork(page)).reads);
    const what = 'a refresh that changes nothing';
    return [
      figure(`${what}: requests`, requests.length, 'requests'),
      figure(`${what}: rows written`, written.rows, 'rows', 0),
      figure(`${what}: rows about freshness`, written.bookkeeping, 'rows'),
      figure(`${what}: reads of live queries, rows`, reads.rows, 'reads', 0),
      figure(
        `${what}: reads of live queries, freshness`,
        reads.bookkeeping,
        'reads',
      ),
    ];
  });
}

function figure(
  what: string,
  value: number,
  unit: Figure['unit'],
  atMost?: number,
): Figure {
  return { what, value, unit, atMost };
}
