import { useTranslation } from 'react-i18next';

import type { PendingMark } from '@/domain/overlay';
import type { IconName } from '@/ui/icon';
import { Mark } from '@/ui/mark';
import type { Tone } from '@/ui/tone';

const LOOKS: Record<PendingMark, { tone: Tone; icon: IconName; word: string }> =
  {
    waiting: {
      tone: 'waiting',
      icon: 'clock',
      word: 'common.pending.waiting',
    },
    sending: { tone: 'syncing', icon: 'sync', word: 'common.pending.sending' },
    refused: {
      tone: 'refused',
      icon: 'refused',
      word: 'common.pending.refused',
    },
    needsYou: {
      tone: 'refused',
      icon: 'merge',
      word: 'common.pending.needsYou',
    },
  };

interface PendingWordsProps {
  pending: PendingMark | undefined;
}

/**
 * What a row says about its unsent change: icon and word.
 *
 * @param props the mark; nothing is drawn without one.
 * @returns one unbroken line.
 */
export function PendingWords({ pending }: PendingWordsProps) {
  const { t } = useTranslation();
  if (pending === undefined) return null;
  const { tone, icon, word } = LOOKS[pending];
  return (
    <Mark tone={tone} icon={icon}>
      {t(word)}
    </Mark>
  );
}
