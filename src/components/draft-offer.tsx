import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

import { Button } from '@/ui/button';
import { formatMoment } from '@/ui/format';
import { State } from '@/ui/feedback/state';
import { useNow } from '@/ui/use-now';

interface DraftOfferProps {
  /** Epoch ms. */
  keptAt: number;
  onResume: () => void;
  onStartOver: () => void;
  /** What was typed, in short. */
  children: ReactNode;
}

/**
 * Input was kept here, by a crash, an ended session or a visit that was cut short.
 * Asked before its fields open, so that neither version overwrites the other.
 */
export function DraftOffer(props: DraftOfferProps) {
  const { keptAt, onResume, onStartOver, children } = props;
  const { t, i18n } = useTranslation();
  const now = useNow();
  const time = formatMoment(keptAt, now, i18n.language);
  return (
    <State
      icon="device"
      title={t('common.draft.title', { time })}
      actions={
        <>
          <Button variant="primary" onClick={onResume}>
            {t('common.draft.resume')}
          </Button>
          <Button onClick={onStartOver}>{t('common.draft.startOver')}</Button>
        </>
      }
    >
      {children}
    </State>
  );
}
