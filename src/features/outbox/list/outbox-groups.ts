import { SENT_SHOWN_MS } from '@/config';
import type { Op } from '@/domain/outbox/op';
import { isParked } from '@/domain/outbox/op';
import { markFor } from '@/domain/outbox/overlay';

export interface OutboxGroups {
  needsYou: Op[];
  sending: Op[];
  waiting: Op[];
  /** Sent within the last seven days. */
  sent: Op[];
}

/** The order in which the page shows them: what needs a person first. */
export const GROUP_NAMES = [
  'needsYou',
  'sending',
  'waiting',
  'sent',
] as const satisfies readonly (keyof OutboxGroups)[];

/**
 * Sorts the outbox into the groups of the page. Open changes stand in the
 * order in which they are sent, sent ones newest first; what the user
 * cancelled is left out.
 */
export function groupOps(ops: readonly Op[], now: number): OutboxGroups {
  const open = [...ops].sort((a, b) => a.seq - b.seq);
  return {
    needsYou: open.filter(({ state }) => isParked(state)),
    sending: open.filter(({ state }) => markFor(state) === 'sending'),
    waiting: open.filter(({ state }) => markFor(state) === 'waiting'),
    sent: ops
      .filter(
        ({ state, endedAt }) =>
          state === 'done' && (endedAt ?? 0) > now - SENT_SHOWN_MS,
      )
      .sort((a, b) => (b.endedAt ?? 0) - (a.endedAt ?? 0)),
  };
}
