import type { OpState } from '@/domain/outbox/op';
import type { IconName } from '@/ui/icon';
import type { Tone } from '@/ui/marks/tone';

interface OpLook {
  tone: Tone;
  icon: IconName;
  /** Translation key of the word. */
  key: string;
}

/** How the state of a change looks: icon and word, never a colour alone. */
export const opLooks: Record<OpState, OpLook> = {
  queued: { tone: 'waiting', icon: 'clock', key: 'common.pending.waiting' },
  retryWait: { tone: 'waiting', icon: 'clock', key: 'common.pending.waiting' },
  inflight: { tone: 'syncing', icon: 'sync', key: 'common.pending.sending' },
  unknown: { tone: 'waiting', icon: 'clock', key: 'common.pending.waiting' },
  conflict: { tone: 'refused', icon: 'merge', key: 'outbox.state.conflict' },
  rejected: { tone: 'refused', icon: 'refused', key: 'common.pending.refused' },
  needsConfirm: {
    tone: 'refused',
    icon: 'alert',
    key: 'outbox.state.needsConfirm',
  },
  done: { tone: 'done', icon: 'check', key: 'outbox.state.sent' },
  cancelled: { tone: 'neutral', icon: 'undo', key: 'outbox.state.cancelled' },
  superseded: { tone: 'neutral', icon: 'undo', key: 'outbox.state.cancelled' },
};
