import type { Page } from '@playwright/test';

import { openFaultProxy } from '../../support/fault-proxy';
import { edit, put } from '../../e2e/support/edits';
import { countRows } from '../../e2e/support/databases';
import { askObservers } from '../../e2e/support/observers';
import { outboxGroup } from '../../e2e/support/outbox';
import { ro } from '../../e2e/support/words';
import type { Figure } from '../figures';
import type { Stage } from '../stage';
import { closeAfter, signedIn } from '../stage';

const EDITS = 100;
const LINK_MS = 300;
const DRAIN_WITHIN_MS = 120_000;

/** A hundred observers renamed without a server, sent over a far link once it is back. */
export async function drain(stage: Stage): Promise<Figure[]> {
  const { server, token, round } = stage;
  const observers = await askObservers(server.origin, token).all();
  const phones = observers.slice(0, EDITS).map(({ phone }) => phone);
  const proxy = await openFaultProxy(server.origin);
  const link = { ...stage.link, origin: proxy.origin };
  const context = await signedIn({ ...stage, link });
  return closeAfter(context, async () => {
    const page = await context.newPage();
    await page.goto('/observatori');
    await page.getByRole('row').nth(1).waitFor();
    while ((await countRows(page, 'cache', 'observers')) < observers.length) {
      await page.waitForTimeout(500);
    }
    proxy.fail({ path: /^\/api\//, fault: { kind: 'cutBefore' } });
    // The same name as in the round before would be no change.
    for (const phone of phones)
      await edit(page, phone, `Ana ${round} ${phone}`);
    proxy.heal();
    await server.forget();
    const far = { kind: 'delay', ms: LINK_MS } as const;
    proxy.fail({ ...put, fault: far });
    proxy.fail({ path: /^\/api\//, fault: far });
    await page.goto('/outbox');
    await page.getByRole('button', { name: ro('outbox.sendNow') }).click();
    const took = await timeToDrain(page, () => proxy.struck(put.path));
    await proxy.close();
    const puts = (await server.requests()).filter(
      ({ method, status }) => method === 'PUT' && status === 200,
    );
    return [
      {
        what: `${EDITS} edits sent over a link of ${LINK_MS} ms`,
        value: took / 1000,
        unit: 's',
        atMost: 10,
      },
      {
        what: 'edits that the server applied',
        value: puts.length,
        unit: 'requests',
        atLeast: EDITS,
        atMost: EDITS,
      },
    ];
  });
}

/**
 * Milliseconds from the first change that leaves until the outbox page shows all
 * as sent. The page is not asked before all have left, as asking slows down what
 * is measured.
 * @param sent how many changes have left so far.
 */
async function timeToDrain(page: Page, sent: () => number): Promise<number> {
  const until = Date.now() + DRAIN_WITHIN_MS;
  const done = outboxGroup(page, 'sent').getByRole('listitem');
  let from = 0;
  while (Date.now() < until) {
    if (from === 0 && sent() > 0) from = Date.now();
    if (sent() >= EDITS && (await done.count()) >= EDITS) {
      return Date.now() - from;
    }
    await page.waitForTimeout(50);
  }
  throw new Error('The edits were not all sent in time');
}
