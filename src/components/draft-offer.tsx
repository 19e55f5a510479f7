import type { ReactNode } from 'react';

import { dropDraft } from '@/data/drafts/drafts';
import { useResume } from '@/state/resume';
import { Button } from '@/ui/button';
import { State } from '@/ui/feedback/state';
import { Panel } from '@/ui/layout/panel';
import { showToast } from '@/ui/overlay/toaster';
import { useTranslation } from '@/ui/texts';

import { useMoment } from './use-moment';

interface DraftOfferProps {
  /** As it was stored by a crash, an ended session or an interrupted visit. */
  draft: { draftKey: Parameters<typeof dropDraft>[0]; updatedAt: number };
  onResume: () => void;
  /** What was typed, in short. */
  children: ReactNode;
}

/**
 * Asks whether to go on with a draft. Shown before its fields open, so that
 * neither version overwrites the other.
 */
export function DraftOffer({ draft, onResume, children }: DraftOfferProps) {
  const { t } = useTranslation();
  const moment = useMoment();
  if (useResume(onResume)) return null;

  async function handleStartOver() {
    try {
      await dropDraft(draft.draftKey);
    } catch {
      // The draft stays, and so does the question.
      showToast({ tone: 'refused', text: t('common.notSaved') });
    }
  }

  return (
    <Panel aria-label={t('common.draft.name')}>
      <State
        icon="device"
        title={t('common.draft.title', { time: moment(draft.updatedAt) })}
        actions={
          <>
            <Button variant="primary" onClick={onResume}>
              {t('common.draft.resume')}
            </Button>
            <Button onClick={() => void handleStartOver()}>
              {t('common.draft.startOver')}
            </Button>
          </>
        }
      >
        {children}
      </State>
    </Panel>
  );
}
