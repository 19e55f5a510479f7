import { useTranslation } from 'react-i18next';

import type { PendingMark } from '@/domain/overlay';
import { Mark } from '@/ui/mark';

const LOOKS = {
  waiting: { tone: 'waiting', icon: 'clock' },
  sending: { tone: 'syncing', icon: 'sync' },
  refused: { tone: 'refused', icon: 'refused' },
  needsYou: { tone: 'refused', icon: 'alert' },
} as const;

interface PendingWordsProps {
  pending: PendingMark | undefined;
}

/**
 * What a form says about its unsent change: icon and word.
 *
 * @param props the mark; nothing is drawn without one.
 * @returns one unbroken line.
 */
export function PendingWords({ pending }: PendingWordsProps) {
  const { t } = useTranslation();
  return pending === undefined ? null : (
    <Mark {...LOOKS[pending]}>{t(`common.pending.${pending}`)}</Mark>
  );
}
