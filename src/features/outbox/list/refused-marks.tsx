import { useState } from 'react';

import type { RefusedDecision } from '@/data/triage/refused-marks';
import { dropMark, retryMark } from '@/data/triage/refused-marks';
import type { RefusedMark } from '@/domain/triage/refused';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { failureText } from '@/components/failure';
import { showToast } from '@/ui/overlay/toaster';

import { sayThread } from '@/features/outbox/say-thread';
import { useTranslation } from '@/ui/texts';
import { MarkGroup, MarkItem } from './mark-group';

interface RefusedMarksProps {
  decisions: readonly RefusedDecision[];
  /** Epoch ms. */
  now: number;
}

/** Decisions about threads that the server refused; nothing when there is none. */
export function RefusedMarks({ decisions, now }: RefusedMarksProps) {
  const { t } = useTranslation();
  const [leaving, setLeaving] = useState<RefusedDecision>();

  async function handleRetry(mark: RefusedMark) {
    try {
      await retryMark(mark);
    } catch {
      // Storage is full, closed or forbidden, or an update is about to reload.
      showToast({ tone: 'refused', text: t('common.notSaved') });
    }
  }

  return (
    <>
      {decisions.length === 0 ? null : (
        <MarkGroup
          title={t('outbox.mark.title')}
          tone="refused"
          count={decisions.length}
        >
          {decisions.map((decision) => (
            <MarkItem
              key={JSON.stringify(decision.mark)}
              decision={decision}
              state="rejected"
              now={now}
              reason={failureText(decision.mark.failure, t)}
              onRetry={() => void handleRetry(decision.mark)}
              onDrop={() => setLeaving(decision)}
            />
          ))}
        </MarkGroup>
      )}
      {leaving === undefined ? null : (
        <ConfirmDialog
          danger
          title={t('outbox.mark.confirm.title', {
            state: t(`answers.triage.state.${leaving.mark.state}`),
            thread: sayThread(leaving.mark.key, leaving.thread, t),
          })}
          text={t('outbox.mark.confirm.text')}
          confirmLabel={t('outbox.mark.confirm.yes')}
          cancelLabel={t('outbox.mark.confirm.no')}
          onClose={() => setLeaving(undefined)}
          onConfirm={() => dropMark(leaving.mark)}
        />
      )}
    </>
  );
}
