import { useTranslation } from 'react-i18next';

import { MESSAGE_DRAFT } from '@/data/drafts/drafts';
import { sendNotification, undoNotification } from '@/data/notifications';
import { useOffline } from '@/components/use-offline';
import type { NotificationInput } from '@/domain/notification';
import type { Op } from '@/domain/outbox/op';
import { opKinds } from '@/domain/outbox/op';
import { useOpDecision } from '@/components/use-op-decision';
import { showToast } from '@/ui/overlay/toaster';

const UNDO_MS = opKinds['notification.send'].undoMs ?? 0;

/**
 * Enqueues a notification and offers to take it back for as long as that is
 * possible. The returned function rejects when the device cannot store the
 * message, or with TooLateError when the notification that it replaces may
 * have been sent; `onUndone` is called when the user took it back.
 */
export function useMessageDraft() {
  const { t } = useTranslation();
  const decide = useOpDecision();
  const isOffline = useOffline();

  async function undo(id: number, onUndone: () => void) {
    await decide(
      undoNotification(id).then((isUndone) => {
        if (!isUndone) return false;
        showToast({ tone: 'neutral', text: t('notifications.saved.undone') });
        onUndone();
        return true;
      }),
    );
  }

  return async (
    input: NotificationInput,
    replaced: Op | undefined,
    onUndone: () => void,
  ) => {
    const id = await sendNotification(input, {
      draftKey: MESSAGE_DRAFT,
      inPlaceOf: replaced ? [replaced] : [],
    });
    showToast({
      tone: 'waiting',
      title: t('notifications.saved.title'),
      text: isOffline
        ? t('notifications.waits')
        : t('notifications.saved.text', { count: UNDO_MS / 1000 }),
      durationMs: UNDO_MS,
      action: {
        label: t('notifications.saved.undo'),
        onAction: () => void undo(id, onUndone),
      },
    });
  };
}
