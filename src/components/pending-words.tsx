import type { PendingMark } from '@/domain/outbox/overlay';
import { Mark } from '@/ui/marks/mark';
import { useTranslation } from '@/ui/texts';

const LOOKS = {
  waiting: { tone: 'waiting', icon: 'clock' },
  sending: { tone: 'syncing', icon: 'sync' },
  refused: { tone: 'refused', icon: 'refused' },
  needsYou: { tone: 'refused', icon: 'merge' },
} as const satisfies Record<PendingMark, object>;

interface PendingWordsProps {
  pending: PendingMark | undefined;
}

/** What a row says about its unsent change, as icon and word; nothing without one. */
export function PendingWords({ pending }: PendingWordsProps) {
  const { t } = useTranslation();
  if (pending === undefined) return null;
  return <Mark {...LOOKS[pending]}>{t(`common.pending.${pending}`)}</Mark>;
}
