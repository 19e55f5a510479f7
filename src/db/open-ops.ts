import type { Op } from '@/domain/outbox/op';
import { openStates } from '@/domain/outbox/op';

import type { IntentDatabase } from './intent';

type Outbox = IntentDatabase['outbox'];
type OpenState = (typeof openStates)[number];

/** The ops that are not over yet, in the order in which they were enqueued. */
export async function readOpenOps(outbox: Outbox): Promise<Op[]> {
  const ops = await inEachState(outbox, (state) =>
    outbox.where('state').equals(state).toArray(),
  );
  return ops.flat().sort((a, b) => a.seq - b.seq);
}

/** How many ops are not over yet. */
export async function countOpenOps(outbox: Outbox): Promise<number> {
  const counts = Object.values(await countByState(outbox));
  return counts.reduce((total, count) => total + count, 0);
}

/** How many ops stand in each state that is not over yet. */
export async function countByState(
  outbox: Outbox,
): Promise<Record<OpenState, number>> {
  const counts = await inEachState(outbox, (state) =>
    outbox.where('state').equals(state).count(),
  );
  const byState = openStates.map((state, at) => [state, counts[at]]);
  // An entry for each of the states, in their order.
  return Object.fromEntries(byState) as Record<OpenState, number>;
}

/**
 * One native read for each state. `anyOf` walks the rows with a cursor, a turn
 * of the event loop for each, and a writer waits as long. One
 * transaction for all: no op is missed or met twice on its way between states.
 */
function inEachState<T>(
  outbox: Outbox,
  read: (state: OpenState) => PromiseLike<T>,
): PromiseLike<T[]> {
  return outbox.db.transaction('r', outbox, async () =>
    Promise.all(openStates.map(read)),
  );
}
