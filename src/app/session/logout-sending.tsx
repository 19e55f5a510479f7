import { useEffect } from 'react';

import { sendWaiting } from '@/data/outbox/unsent';
import { useOutboxCounts } from '@/data/outbox/outbox';
import { paths } from '@/paths';
import { Button, ButtonLink } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';
import { formatNumber } from '@/ui/format';
import { Meter } from '@/ui/feedback/meter';
import { useTranslation } from '@/ui/texts';

import { useOnline } from '@/ui/use-online';

interface LogoutSendingProps {
  /** Changes that waited when the sending began. */
  before: number;
  onClose: () => void;
  /** The server has everything: the logout goes on. */
  onSent: () => void;
}

/** "Stay and send now": how much is sent, what needs a person, and the way out when all is. */
export function LogoutSending(props: LogoutSendingProps) {
  const { before, onClose, onSent } = props;
  const { t, i18n } = useTranslation();
  const counts = useOutboxCounts();
  const isOnline = useOnline();
  const { waiting = 0, sending = 0, needsYou = 0 } = counts ?? {};
  const left = waiting + sending + needsYou;
  const all = Math.max(before, left);
  const isDone = counts !== undefined && left === 0;

  useEffect(() => void sendWaiting(), []);

  return (
    <Dialog
      open
      question
      onClose={onClose}
      title={t('shell.logout.sending.title')}
      footer={
        <>
          {needsYou > 0 ? (
            <ButtonLink variant="quiet" href={paths.outbox} onClick={onClose}>
              {t('shell.logout.look')}
            </ButtonLink>
          ) : null}
          <Button onClick={onClose}>{t('shell.logout.stay')}</Button>
          <Button
            variant="primary"
            reason={isDone ? undefined : t('shell.logout.sending.wait')}
            onClick={onSent}
          >
            {t('shell.logout.item')}
          </Button>
        </>
      }
    >
      <output>
        {isDone
          ? t('shell.logout.sending.done')
          : t('shell.logout.sending.count', {
              sent: formatNumber(all - left, i18n.language),
              all: formatNumber(all, i18n.language),
            })}
      </output>
      <Meter value={all - left} max={all} />
      {!isDone && !isOnline ? (
        <p className="muted">{t('shell.logout.sending.offline')}</p>
      ) : null}
      {needsYou > 0 ? (
        <p>{t('shell.logout.sending.needsYou', { count: needsYou })}</p>
      ) : null}
    </Dialog>
  );
}
