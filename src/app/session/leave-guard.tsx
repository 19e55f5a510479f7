import type { BlockerFunction } from 'react-router-dom';
import { useBlocker } from 'react-router-dom';

import { discardUnsaved, hasUnsaved, isAllStored } from '@/state/unsaved';
import { useStoring } from '@/components/use-storing';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';
import { useTranslation } from '@/ui/texts';

/**
 * Asks before the user leaves a screen with unsaved input. Input that a draft
 * can hold may stay on this device or be dropped.
 */
export function LeaveGuard() {
  const blocker = useBlocker(isLeft);
  if (blocker.state !== 'blocked') return null;
  return <LeaveDialog onLeave={blocker.proceed} onStay={blocker.reset} />;
}

/** Whether a step leaves a screen with unsaved input; another query is the same screen. */
const isLeft: BlockerFunction = ({ currentLocation, nextLocation }) =>
  hasUnsaved() && currentLocation.pathname !== nextLocation.pathname;

interface LeaveDialogProps {
  onLeave: () => void;
  onStay: () => void;
}

function LeaveDialog({ onLeave, onStay }: LeaveDialogProps) {
  const { t } = useTranslation();
  const storing = useStoring();
  const isStored = isAllStored();

  async function handleDiscard() {
    if (await storing.store(discardUnsaved)) onLeave();
  }

  return (
    <Dialog
      open
      question
      storing={storing}
      title={t('shell.leave.title')}
      onClose={onStay}
      footer={
        <>
          <Button variant="danger" onClick={() => void handleDiscard()}>
            {t('shell.leave.discard')}
          </Button>
          {isStored ? (
            <Button onClick={onLeave}>{t('shell.leave.keep')}</Button>
          ) : null}
          <Button variant="primary" onClick={onStay}>
            {t('shell.leave.stay')}
          </Button>
        </>
      }
    >
      <p className="muted">
        {isStored ? t('shell.leave.stored') : t('shell.leave.lost')}
      </p>
    </Dialog>
  );
}
