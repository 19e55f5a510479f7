import type { BrowserContext } from '@playwright/test';

import { countPages, databaseWork } from '../database-work';
import type { Figure } from '../figures';
import type { Stage } from '../stage';
import { closeAfter, onPage, signedIn } from '../stage';

const SECONDS = 3;

/** What a visit costs before it can be called quiet, on a fast link. */
export async function firstSeconds(stage: Stage): Promise<Figure[]> {
  const context = await signedIn(stage);
  const first = await closeAfter(context, async () => {
    await countPages(context);
    return visit(stage, context, 'first visit');
  });
  const filled = await stage.filled();
  await countPages(filled);
  return [...first, ...(await visit(stage, filled, 'repeat visit'))];
}

function visit(
  { link, server }: Stage,
  context: BrowserContext,
  name: string,
): Promise<Figure[]> {
  return onPage(context, async (page) => {
    await server.forget();
    const before = link.bytesDown();
    await page.goto('/answers', { waitUntil: 'commit' });
    await page.waitForFunction(
      (ms) => performance.now() >= ms,
      SECONDS * 1000,
      { polling: 10 },
    );
    const bytes = link.bytesDown() - before;
    const requests = await server.requests();
    const { reads } = await databaseWork(page);
    const runs = Object.values(reads).reduce((sum, each) => sum + each, 0);
    const what = `${name}, first ${SECONDS} seconds`;
    return [
      { what: `${what}: requests`, value: requests.length, unit: 'requests' },
      { what: `${what}: bytes received`, value: bytes / 1000, unit: 'kB' },
      { what: `${what}: reads of live queries`, value: runs, unit: 'reads' },
    ];
  });
}
