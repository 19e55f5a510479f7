import { useEffect, useRef } from 'react';

import { useOutbox } from '@/data/outbox/outbox';
import { isFateUnknown } from '@/domain/outbox/notification-op';
import type { OpState } from '@/domain/outbox/op';
import { isKind, isParked } from '@/domain/outbox/op';
import { opFailureText } from '@/components/failure';
import { showToast } from '@/ui/overlay/toaster';
import { useTranslation } from '@/ui/texts';

/**
 * Says how notifications ended while the page is open (docs/specification.md
 * 8: NOTIFICATION_SENT_SUCCESS, NOTIFICATION_SENT_ERROR). What ended before is
 * shown in the outbox and the history.
 */
export function useSendNews(onOpenOutbox: () => void): void {
  const { t } = useTranslation();
  const ops = useOutbox();
  const seen = useRef(new Map<string, OpState>());
  const open = useRef(onOpenOutbox);

  useEffect(() => {
    open.current = onOpenOutbox;
  });

  useEffect(() => {
    for (const op of ops ?? []) {
      if (!isKind(op, 'notification.send')) continue;
      const before = seen.current.get(op.opId);
      seen.current.set(op.opId, op.state);
      // A decision of the user's own is no news to them.
      if (before === undefined || before === op.state || isParked(before)) {
        continue;
      }
      if (op.state === 'done') {
        showToast({ tone: 'done', text: t('NOTIFICATION_SENT_SUCCESS') });
      } else if (isParked(op.state)) {
        showToast({
          tone: 'refused',
          title: t(
            isFateUnknown(op)
              ? 'notifications.needsYou'
              : 'NOTIFICATION_SENT_ERROR',
          ),
          text: opFailureText(op, t) ?? '',
          action: {
            label: t('notifications.openOutbox'),
            onAction: () => open.current(),
          },
        });
      }
    }
  }, [ops, t]);
}
