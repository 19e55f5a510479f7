import { useTranslation } from 'react-i18next';

import { useObservers, useObserversPull } from '@/data/observers';
import { retryOp } from '@/data/outbox';
import type { OpOf } from '@/domain/op';
import { AsOf } from '@/phrases/as-of';
import { useStoring } from '@/phrases/use-storing';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { showToast } from '@/ui/toaster';

import { isFateUnknown } from './op-acts';
import { recipientsLeft } from './recipients-left';
import styles from './send-now-dialog.module.css';

interface SendNowDialogProps {
  op: OpOf<'notification.send'>;
  onClose: () => void;
}

/**
 * Asks before a notification goes out that expired, was refused, or whose fate
 * nobody knows: with how many it would reach as the observers are now.
 */
export function SendNowDialog({ op, onClose }: SendNowDialogProps) {
  const { t } = useTranslation();
  const observers = useObservers();
  const pull = useObserversPull();
  const storing = useStoring();
  const isUnknown = isFateUnknown(op);
  const { recipients, count } = recipientsLeft(op.args, observers);
  // Who got it already must not be told apart from who did not: it goes to the same people.
  const isChanged = !isUnknown && recipients !== undefined;
  const gone = isChanged ? op.args.recipientCount - count : 0;

  async function handleSend() {
    const isStored = await storing.store(async () => {
      const isQueued = await retryOp(op, isChanged ? recipients : undefined);
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
      title={t('outbox.again.title', { count })}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            variant="primary"
            icon="send"
            reason={
              observers === undefined
                ? t('common.loading')
                : count === 0
                  ? t('outbox.again.nobody')
                  : undefined
            }
            onClick={() => void handleSend()}
          >
            {t('outbox.sendThisNow')}
          </Button>
        </>
      }
    >
      <div className={styles['text']}>
        <p className="strong">{op.args.title}</p>
        <p className={styles['message']}>{op.args.message}</p>
        <p className="muted">
          {t(isUnknown ? 'outbox.again.unknown' : 'outbox.again.late')}
        </p>
        <AsOf books={observers} asked={pull.failure} />
        {gone > 0 ? (
          <p className="muted">{t('outbox.again.gone', { count: gone })}</p>
        ) : null}
      </div>
    </Dialog>
  );
}
