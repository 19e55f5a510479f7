import { useMemo } from 'react';

import { useOutbox } from '@/data/outbox';
import type { OpOf } from '@/domain/op';
import { isKind, isParked } from '@/domain/op';
import type { Failure } from '@/domain/outcome';

export interface Refusals {
  /** Why the host refused the last change of an observer, by id. */
  byId: ReadonlyMap<number, Failure>;
  /** Additions that the host refused: no row shows them. */
  additions: readonly OpOf<'observer.create'>[];
}

/** What the host refused about observers. */
export function useRefusals(): Refusals {
  const ops = useOutbox();
  return useMemo(() => {
    const byId = new Map<number, Failure>();
    const additions: OpOf<'observer.create'>[] = [];
    for (const op of ops ?? []) {
      if (!isParked(op.state)) continue;
      if (isKind(op, 'observer.create')) additions.push(op);
      const isChange =
        isKind(op, 'observer.update') || isKind(op, 'observer.delete');
      // The newest comes first.
      if (isChange && op.failure && !byId.has(op.args.id)) {
        byId.set(op.args.id, op.failure);
      }
    }
    return { byId, additions };
  }, [ops]);
}
