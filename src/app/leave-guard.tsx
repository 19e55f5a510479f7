import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router-dom';

import { discardUnsaved, hasUnsaved, isAllKept } from '@/state/unsaved';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';

/**
 * Asks before a screen with unsaved input is left for another one, whichever
 * screen it is: what a draft keeps may stay on this device, or go.
 */
export function LeaveGuard() {
  const { t } = useTranslation();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      hasUnsaved() && currentLocation.pathname !== nextLocation.pathname,
  );
  if (blocker.state !== 'blocked') return null;
  const isKept = isAllKept();
  return (
    <Dialog
      open
      question
      title={t('shell.leave.title')}
      onClose={() => blocker.reset()}
      footer={
        <>
          <Button
            variant="danger"
            onClick={() => void discardUnsaved().then(() => blocker.proceed())}
          >
            {t('shell.leave.discard')}
          </Button>
          {isKept ? (
            <Button onClick={() => blocker.proceed()}>
              {t('shell.leave.keep')}
            </Button>
          ) : null}
          <Button variant="primary" onClick={() => blocker.reset()}>
            {t('shell.leave.stay')}
          </Button>
        </>
      }
    >
      <p className="muted">
        {isKept ? t('shell.leave.kept') : t('shell.leave.lost')}
      </p>
    </Dialog>
  );
}
