import { useMemo } from 'react';

import { useOutbox } from '@/data/outbox/outbox';
import type { Op, OpOf } from '@/domain/outbox/op';
import { isKind, isOf, isOpen, isParked } from '@/domain/outbox/op';

export interface Refusals {
  /**
   * The last change of an observer that the server refused, by id; also a deletion
   * that it answers with errors and that is tried again.
   */
  byId: ReadonlyMap<number, Op>;
  /** Additions that the server refused: no row shows them. */
  additions: readonly OpOf<'observer.create'>[];
}

/** What the server refused about observers. */
export function useRefusals(): Refusals {
  const ops = useOutbox();
  return useMemo(() => {
    const byId = new Map<number, Op>();
    const additions: OpOf<'observer.create'>[] = [];
    for (const op of ops ?? []) {
      if (!isParked(op.state) && !isDeniedDeletion(op)) continue;
      if (isKind(op, 'observer.create')) additions.push(op);
      // The newest comes first.
      else if (isOf(op, 'observer') && op.failure && !byId.has(op.args.id)) {
        byId.set(op.args.id, op);
      }
    }
    return { byId, additions };
  }, [ops]);
}

function isDeniedDeletion(op: Op): boolean {
  const isDenied = op.failure?.kind === 'server' && isOpen(op.state);
  return isDenied && isKind(op, 'observer.delete');
}
