import type { OpState } from '@/domain/op';
import { isParked } from '@/domain/op';
import type { PendingMark } from '@/domain/overlay';

/** What a row says about a notification that is not sent yet. */
export function pendingMark(state: OpState): PendingMark {
  if (state === 'rejected') return 'refused';
  if (isParked(state)) return 'needsYou';
  return state === 'inflight' || state === 'unknown' ? 'sending' : 'waiting';
}
