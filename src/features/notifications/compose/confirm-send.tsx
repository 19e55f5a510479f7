import type { NotificationInput, Repeated } from '@/domain/notification';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { formatNumber } from '@/ui/format';
import { Mark } from '@/ui/marks/mark';
import { useMoment } from '@/components/use-moment';
import { useTranslation } from '@/ui/texts';

import type { SeenGroups } from './audience';
import styles from './confirm-send.module.css';

/** What is to be confirmed. */
export interface Asking {
  input: NotificationInput;
  /** When the recipients were last heard of. */
  seen: SeenGroups;
  /** The notification that it repeats. */
  repeated?: Repeated | undefined;
}

interface ConfirmSendProps {
  asking: Asking;
  /** Resolves once the message is stored; rejects when the device cannot store it. */
  onConfirm: () => Promise<void>;
  onClose: () => void;
}

/**
 * Asks with the number of recipients before anything is sent
 * (docs/specification.md 5).
 */
export function ConfirmSend({ asking, onConfirm, onClose }: ConfirmSendProps) {
  const { t, i18n } = useTranslation();
  const moment = useMoment();
  const { input, seen, repeated } = asking;
  const number = (value: number) => formatNumber(value, i18n.language);
  return (
    <ConfirmDialog
      title={t(
        input.recipients
          ? 'notifications.confirm.title'
          : 'notifications.confirm.titleAll',
        { count: input.recipientCount },
      )}
      text={
        <div className={styles.text}>
          <p>
            {t('notifications.confirm.seen', {
              today: number(seen.today),
              earlier: number(seen.earlier),
              never: number(seen.never),
            })}{' '}
            {seen.unknown > 0
              ? `${t('notifications.confirm.unknown', { unknown: number(seen.unknown) })} `
              : null}
            {t('notifications.confirm.undo')}
          </p>
          {input.recipients ? null : (
            <p>{t('notifications.recipients.reach')}</p>
          )}
          <div className={styles.quote}>
            <p className="strong">{input.title}</p>
            <p className={styles.message}>{input.message}</p>
          </div>
          {repeated ? (
            <div className={styles.warning}>
              <Mark tone="waiting" icon="alert">
                <span className={styles.words}>
                  {t(
                    repeated.isSent
                      ? 'notifications.confirm.repeated'
                      : 'notifications.confirm.repeatedWaiting',
                    { count: repeated.again, time: moment(repeated.at) },
                  )}
                </span>
              </Mark>
            </div>
          ) : null}
        </div>
      }
      confirmLabel={t(
        repeated ? 'notifications.confirm.yesAgain' : 'notifications.send',
      )}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}
