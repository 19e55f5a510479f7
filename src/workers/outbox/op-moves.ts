import { SETTLE_WINDOW_MS } from '@/config';
import type { AttemptRow, IntentDatabase } from '@/db/intent';
import type { Op, OpState } from '@/domain/outbox/op';
import {
  isOpen,
  nextStates,
  withoutSecrets,
  withRealId,
} from '@/domain/outbox/op';
import type { Outcome, Reply } from '@/domain/outbox/outcome';

import type { Engine } from '@/workers/engine';
import { assertLeading } from '@/workers/session/leading';

/** What is kept of a request or a look, to explain the state that followed. */
export type Evidence = Pick<AttemptRow, 'outcome' | 'status'>;

/** What a reply and its outcome leave behind as evidence. */
export function evidenceOf(reply: Reply<unknown>, outcome: Outcome): Evidence {
  const status = reply.ok ? reply.status : reply.failure.status;
  return status === undefined ? { outcome } : { outcome, status };
}

type Changes = Partial<
  Pick<
    Op,
    | 'epoch'
    | 'sentAt'
    | 'lostAt'
    | 'attempts'
    | 'nextAt'
    | 'failure'
    | 'endedAt'
    | 'denials'
    | 'round'
    | 'theirs'
    | 'knownIds'
    | 'fate'
    | 'goneIds'
  >
>;

/**
 * Moves an op to its next state in one strict transaction that checks the state
 * it was seen in, whose it is, and that this leader is still the leader.
 * @param realId the server's id for what the op created; kept with the move.
 * @param mayMove asked in the transaction about all ops.
 * @returns the op as it is now, or undefined when somebody else moved it first.
 */
export async function move(
  engine: Engine,
  op: Op,
  to: OpState,
  step: AttemptRow['step'],
  { outcome, status, ...changes }: Changes & Evidence = {},
  realId?: number,
  mayMove?: (ops: readonly Op[]) => boolean,
): Promise<Op | undefined> {
  const { intent, actor } = engine.databases;
  const { outbox, attempts, idMap, meta } = intent;
  return intent.transaction('rw', outbox, attempts, idMap, meta, async () => {
    await assertLeading(engine);
    const now = await outbox.get(op.seq);
    if (!now || now.state !== op.state || now.actor !== actor) return undefined;
    if (!nextStates[now.state].includes(to)) return undefined;
    if (mayMove && !mayMove(await outbox.toArray())) return undefined;
    const next: Op = { ...now, ...changes, state: to };
    const moved = isOpen(to) ? next : withoutSecrets(next);
    await outbox.put(moved);
    if (realId !== undefined) {
      await idMap.put({ id: op.args.id, realId });
      await renumber(outbox, op, realId);
    }
    await attempts.add({
      opId: op.opId,
      at: engine.now(),
      step,
      epoch: engine.epoch,
      ...(outcome === undefined ? {} : { outcome }),
      ...(status === undefined ? {} : { status }),
    });
    return moved;
  });
}

/** What waits behind a creation now changes what the server has under its own id. */
async function renumber(
  outbox: IntentDatabase['outbox'],
  creation: Op,
  realId: number,
): Promise<void> {
  const lane: Op[] = await outbox
    .where('lane')
    .equals(creation.lane)
    .filter(({ seq, state }) => seq !== creation.seq && isOpen(state))
    .toArray();
  for (const op of lane) await outbox.put(withRealId(op, realId));
}

/** Leaves an op in its state, to be looked at again later. */
export async function postpone(
  engine: Engine,
  op: Op,
  changes: Partial<Pick<Op, 'nextAt' | 'denials' | 'lostAt'>>,
): Promise<void> {
  const { intent } = engine.databases;
  await intent.transaction('rw', intent.outbox, intent.meta, async () => {
    await assertLeading(engine);
    await intent.outbox.update(op.seq, changes);
  });
}

/**
 * The clock was set back: what was due in a minute would be due in a day. A
 * whole window from now on is long enough for every reason to wait.
 */
export function shortenWait(engine: Engine, op: Op): Promise<void> {
  return postpone(engine, op, { nextAt: engine.now() + SETTLE_WINDOW_MS });
}
