import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { User } from '@/domain/user';
import { hasUnsaved } from '@/state/unsaved';
import { Button, ButtonLink } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Checkbox } from '@/ui/field';
import { ProgressLine } from '@/ui/progress-line';

import { logOut, tryCountUnsent } from './session-life';

interface LogoutDialogProps {
  user: User;
  onClose: () => void;
}

/** What a logout would lose; `unsent` is absent when the outbox could not be read. */
type Question = { unsent: number | undefined; hasUnsaved: boolean };

/**
 * Logs out: at once when nothing would be lost, after a clear yes otherwise.
 * Logging out deletes everything on this device (offline design, section 10).
 */
export function LogoutDialog({ user, onClose }: LogoutDialogProps) {
  const [question, setQuestion] = useState<Question>();

  useEffect(() => {
    let isAsked = true;
    void askFirst().then((found) => {
      if (!isAsked) return;
      if (found === undefined) void logOut(user);
      else setQuestion(found);
    });
    return () => {
      isAsked = false;
    };
  }, [user]);

  if (question === undefined) return null;
  return <LossDialog question={question} user={user} onClose={onClose} />;
}

async function askFirst(): Promise<Question | undefined> {
  const unsent = await tryCountUnsent();
  const question = { unsent, hasUnsaved: hasUnsaved() };
  return unsent === 0 && !question.hasUnsaved ? undefined : question;
}

interface LossDialogProps extends LogoutDialogProps {
  question: Question;
}

function LossDialog({ question, user, onClose }: LossDialogProps) {
  const { t } = useTranslation();
  const [isSure, setSure] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const { unsent } = question;

  function handleLeave() {
    setBusy(true);
    void logOut(user);
  }

  return (
    <Dialog
      open
      question
      onClose={onClose}
      title={t('shell.logout.title')}
      footer={
        <>
          <ButtonLink variant="quiet" href="/outbox" onClick={onClose}>
            {t('shell.logout.look')}
          </ButtonLink>
          <Button onClick={onClose}>{t('shell.logout.stay')}</Button>
          <Button
            variant="danger"
            aria-disabled={isBusy}
            reason={isSure ? undefined : t('shell.logout.tickFirst')}
            onClick={handleLeave}
          >
            {t('shell.logout.leave')}
          </Button>
        </>
      }
    >
      {unsent === undefined ? <p>{t('shell.logout.uncounted')}</p> : null}
      {unsent !== undefined && unsent > 0 ? (
        <p>{t('shell.logout.unsent', { count: unsent })}</p>
      ) : null}
      {question.hasUnsaved ? <p>{t('shell.logout.unsaved')}</p> : null}
      <Checkbox
        checked={isSure}
        onChange={(event) => setSure(event.target.checked)}
      >
        {t('shell.logout.understood')}
      </Checkbox>
      {isBusy ? <ProgressLine label={t('shell.logout.busy')} /> : null}
    </Dialog>
  );
}
