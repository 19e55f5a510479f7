import { guardUnload } from '@/data/device/unload-guard';
import { useLive } from '@/data/live/use-live';
import { databases } from '@/db/open';
import { withRoom } from '@/db/reserve';
import { seal } from '@/db/seal';
import { assertFreshBuild, assertNotPaused } from '@/db/writer';
import { stable } from '@/domain/outbox/fingerprint';
import type { Op } from '@/domain/outbox/op';
import { isKind, isOf, temporaryId } from '@/domain/outbox/op';
import type { Decision, ResolutionContext } from '@/domain/outbox/resolution';
import { successorOf, takenCodes } from '@/domain/outbox/resolution';
import { sync } from '@/workers/client';

import { ring } from './change-ops';
import { replaceOp } from './replace-op';

/**
 * decided: it is stored. tooLate: meanwhile it was decided elsewhere, or others
 * changed the same once more. codeTaken: another form has that code.
 */
export type Resolution = 'decided' | 'tooLate' | 'codeTaken';

/**
 * Carries out what a person decided about a conflict, in one strict transaction:
 * the change goes out again on top of what the server has now, something else goes
 * out in its place, or it is closed. The ops behind it stay in their order.
 * @param op as the person saw it when they decided.
 * @throws when the device cannot store it: then nothing was decided.
 */
export async function resolveConflict(
  op: Op,
  decision: Decision,
): Promise<Resolution> {
  const resolution = await guardUnload(() => storeDecision(op, decision));
  ring();
  const isGone = op.failure?.kind === 'missing';
  if (resolution === 'decided' && isGone && isOf(op, 'observer')) {
    // Nothing of ours holds the row of whom others deleted any more.
    void sync.pullObservers();
  }
  return resolution;
}

async function storeDecision(op: Op, decision: Decision): Promise<Resolution> {
  const { intent, cache } = databases();
  const { outbox, meta } = intent;
  assertNotPaused();
  const forms = decision.to === 'copy' ? await cache.forms.toArray() : [];
  const context: ResolutionContext = {
    newId: () => temporaryId(Math.random),
    samePhone: await findSamePhone(op, decision),
    ...('pin' in decision && decision.pin !== undefined
      ? { pin: await seal(intent, decision.pin) }
      : {}),
  };
  const write = async (): Promise<Resolution> => {
    await assertFreshBuild(intent);
    const now = await outbox.get(op.seq);
    if (now?.state !== op.state || !isAsSeen(now, op)) return 'tooLate';
    if (decision.to === 'copy') {
      const taken = takenCodes(now, forms, await outbox.toArray());
      if (taken.has(decision.code)) return 'codeTaken';
    }
    await replaceOp(outbox, now, successorOf(now, decision, context));
    return 'decided';
  };
  return withRoom(() => intent.transaction('rw', outbox, meta, write));
}

/** The op and what the server had are what the person saw. */
function isAsSeen(now: Op, seen: Op): boolean {
  const essence = ({ opId, args, theirs, generation }: Op) =>
    stable({ opId, args, theirs, generation });
  return essence(now) === essence(seen);
}

/** Observers that already have the phone under which one is added. */
async function findSamePhone(
  op: Op,
  decision: Decision,
): Promise<ResolutionContext['samePhone']> {
  const phone = phoneAdded(op, decision);
  return phone === undefined
    ? []
    : databases().cache.observers.where('phone').equals(phone).toArray();
}

function phoneAdded(op: Op, decision: Decision): string | undefined {
  if (decision.to === 'correct') return decision.input.phone;
  if (decision.to !== 'again' || !isKind(op, 'observer.update')) {
    return undefined;
  }
  return op.args.patch.phone ?? op.args.base.phone;
}

/** Codes that a form in conflict may not be given, live; undefined until read. */
export function useTakenCodes(op: Op): ReadonlySet<string> | undefined {
  return useLive(`taken-codes:${op.opId}`, async () => {
    const { cache, intent } = databases();
    const forms = await cache.forms.toArray();
    return takenCodes(op, forms, await intent.outbox.toArray());
  });
}
