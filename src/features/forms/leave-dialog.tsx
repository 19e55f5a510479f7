import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router-dom';

import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';

interface LeaveDialogProps {
  isChanged: boolean;
  /** Set by a save, which leaves by itself. */
  isLeaving: RefObject<boolean>;
  /** Forgets the kept draft. */
  onDiscard: () => Promise<void>;
}

/**
 * Asks before a form with unsaved changes is left for another page: the draft can
 * stay on this device, or go.
 *
 * @param props whether there is anything to lose, and what giving it up does.
 * @returns the dialog; nothing while nobody leaves.
 */
export function LeaveDialog(props: LeaveDialogProps) {
  const { isChanged, isLeaving, onDiscard } = props;
  const { t } = useTranslation();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isChanged &&
      !isLeaving.current &&
      currentLocation.pathname !== nextLocation.pathname,
  );
  if (blocker.state !== 'blocked') return null;
  return (
    <Dialog
      open
      question
      title={t('forms.leave.title')}
      onClose={() => blocker.reset()}
      footer={
        <>
          <Button
            variant="danger"
            onClick={() => void onDiscard().then(() => blocker.proceed())}
          >
            {t('forms.leave.discard')}
          </Button>
          <Button onClick={() => blocker.proceed()}>
            {t('forms.leave.keep')}
          </Button>
          <Button variant="primary" onClick={() => blocker.reset()}>
            {t('forms.leave.stay')}
          </Button>
        </>
      }
    >
      <p className="muted">{t('forms.leave.text')}</p>
    </Dialog>
  );
}
