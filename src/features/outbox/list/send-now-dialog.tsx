import type { RecipientsLeft } from '@/data/notifications';
import { useRecipientsLeft } from '@/data/notifications';
import { useObserversPull } from '@/data/observers/observers';
import { retryOp } from '@/data/outbox/change-ops';
import { isFateUnknown } from '@/domain/outbox/notification-op';
import type { OpOf } from '@/domain/outbox/op';
import { AsOf } from '@/components/as-of';
import { useStoring } from '@/components/use-storing';
import { paths } from '@/paths';
import { Button, ButtonLink } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';
import { showToast } from '@/ui/overlay/toaster';
import { useTranslation } from '@/ui/texts';

import { editPath } from './edit-path';
import styles from './send-now-dialog.module.css';

interface SendNowDialogProps {
  op: OpOf<'notification.send'>;
  onClose: () => void;
  /** Asks whether it is to be dropped, instead. */
  onDiscard: () => void;
}

/** So many names are told, then how many more there are. */
const NAMES_SHOWN = 8;

/**
 * Asks before a notification goes out that expired, was refused, whose recipients
 * are gone, or whose fate nobody knows: with whom it would reach now.
 */
export function SendNowDialog({ op, onClose, onDiscard }: SendNowDialogProps) {
  const { t } = useTranslation();
  const pull = useObserversPull();
  const storing = useStoring();
  const recipients = useRecipientsLeft(op);
  const isUnknown = isFateUnknown(op);
  const { left, gone = 0 } = recipients ?? {};
  const count = recipients?.count ?? op.args.recipientCount;
  const isNobody = left?.length === 0;

  async function handleSend() {
    const ids = gone > 0 ? left?.map(({ id }) => id) : undefined;
    const isStored = await storing.store(async () => {
      const isQueued = await retryOp(op, ids);
      if (!isQueued) showToast({ tone: 'refused', text: t('outbox.tooLate') });
    });
    if (isStored) onClose();
  }

  return (
    <Dialog
      open
      question
      onClose={onClose}
      storing={storing}
      title={t(isNobody ? 'outbox.again.nobody' : 'outbox.again.title', {
        count,
      })}
      footer={
        <>
          <Button onClick={onClose}>{t('outbox.resolve.later')}</Button>
          <Button onClick={onDiscard}>{t('outbox.again.drop')}</Button>
          <ButtonLink href={editPath(op) ?? paths.notifications}>
            {t('outbox.editAgain')}
          </ButtonLink>
          {isNobody ? null : (
            <Button
              variant="primary"
              icon="send"
              reason={
                recipients === undefined ? t('common.loading') : undefined
              }
              onClick={() => void handleSend()}
            >
              {gone > 0
                ? t('outbox.again.sendLeft', { count })
                : t('outbox.sendThisNow')}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.text}>
        <p className="strong">{op.args.title}</p>
        <p className={styles.message}>{op.args.message}</p>
        <p className="muted">
          {t(isUnknown ? 'outbox.again.unknown' : 'outbox.again.late')}
        </p>
        <AsOf freshness={recipients} asked={pull.failure} />
        {gone > 0 ? (
          <p className="muted">{t('outbox.again.gone', { count: gone })}</p>
        ) : null}
        {gone > 0 && left ? <NamesLeft left={left} /> : null}
      </div>
    </Dialog>
  );
}

function NamesLeft({ left }: { left: NonNullable<RecipientsLeft['left']> }) {
  const { t } = useTranslation();
  if (left.length === 0) return null;
  const names = left
    .slice(0, NAMES_SHOWN)
    .map(
      ({ id, name }) => name ?? t('notifications.recipients.unknown', { id }),
    );
  const more = left.length - names.length;
  return (
    <p>
      {t('outbox.again.left', { names: names.join(', ') })}
      {more > 0 ? ` ${t('outbox.again.more', { count: more })}` : null}
    </p>
  );
}
