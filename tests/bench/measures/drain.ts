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
const API = /^\/api\//;
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
    proxy.fail({ path: API, fault: { kind: 'cutBefore' } });
    // The same name as in the round before would be no change.
    for (const phone of phones) {
      await edit(page, phone, `Ana ${round} ${phone}`);
    }
    await page.goto('/outbox');
    await outboxGroup(page, 'waiting')
      .getByRole('listitem')
      .nth(EDITS - 1)
      .waitFor();
    await server.forget();
    const cut = proxy.struck(API);
    const cutPuts = proxy.struck(put.path, put.method);
    proxy.heal();
    proxy.fail({ path: API, fault: { kind: 'delay', ms: LINK_MS } });
    await page.getByRole('button', { name: ro('outbox.sendNow') }).click();
    const took = await timeToDrain(page, {
      passed: () => proxy.struck(API) - cut,
      sent: () => proxy.struck(put.path, put.method) - cutPuts,
    });
    const asked = await server.requests();
    await proxy.close();
    const puts = asked.filter(
      ({ method, status }) => method === 'PUT' && status === 200,
    );
    const lookups = asked.filter(
      ({ method, path }) => method === 'GET' && put.path.test(path),
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
      {
        what: 'requests that asked for observers meanwhile',
        value: lookups.length,
        unit: 'requests',
      },
    ];
  });
}

/**
 * Milliseconds from the first request that passes the link again until the outbox
 * page shows all as sent. A wait for the next probe (at most one in five seconds)
 * is not in it. The page is not asked before all have left, as asking slows down
 * what is measured.
 * @param passed how many requests passed so far. @param sent how many of them are
 * changes.
 */
async function timeToDrain(
  page: Page,
  { passed, sent }: { passed: () => number; sent: () => number },
): Promise<number> {
  const until = Date.now() + DRAIN_WITHIN_MS;
  const done = outboxGroup(page, 'sent').getByRole('listitem');
  let from = 0;
  while (Date.now() < until) {
    if (from === 0 && passed() > 0) from = Date.now();
    if (sent() >= EDITS && (await done.count()) >= EDITS) {
      return Date.now() - from;
    }
    await page.waitForTimeout(50);
  }
  throw new Error('The edits were not all sent in time');
}
