import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';

import { useOutbox } from '@/data/outbox';
import { isKind, isOpen } from '@/domain/op';
import { ButtonLink } from '@/ui/button';
import { PageHead } from '@/ui/page-head';
import { SkeletonRows } from '@/ui/skeleton';

import { Compose } from './compose';

/**
 * Writes a notification: `/notifications` (specification section 2). The address
 * may name the recipients (`toObserverIds`), and a kept notification to write
 * again (`again`).
 */
export function NotificationsPage() {
  const { t } = useTranslation();
  const [params] = useSearchParams();
  const ops = useOutbox();
  const againId = params.get('again');
  const again = ops?.find(({ opId }) => opId === againId);
  return (
    <>
      <PageHead title={t('notifications.title')}>
        <ButtonLink icon="clock" href="/notifications/history">
          {t('notifications.history')}
        </ButtonLink>
      </PageHead>
      {againId !== null && ops === undefined ? (
        <SkeletonRows rows={4} />
      ) : (
        <Compose
          key={againId}
          again={
            again && isKind(again, 'notification.send') && isOpen(again.state)
              ? again
              : undefined
          }
        />
      )}
    </>
  );
}
