import { useTranslation } from 'react-i18next';

import { sendNotification, undoNotification } from '@/data/notifications';
import { useSyncStatus } from '@/data/sync-status';
import type { NotificationInput } from '@/domain/notification';
import { opKinds } from '@/domain/op';
import { showToast } from '@/ui/toaster';

const UNDO_MS = opKinds['notification.send'].undoMs ?? 0;

/**
 * Keeps a notification and says so, with the way back for as long as there is
 * one.
 * @returns a function that answers false, having said so, when it was not kept;
 * `onUndone` hears when the user took it back.
 */
export function useKeepMessage() {
  const { t } = useTranslation();
  const isOffline = useSyncStatus()?.connection?.state === 'offline';

  async function undo(id: number, onUndone: () => void) {
    if (await undoNotification(id)) {
      showToast({ tone: 'neutral', text: t('notifications.kept.undone') });
      onUndone();
    } else showToast({ tone: 'refused', text: t('outbox.tooLate') });
  }

  return async (input: NotificationInput, onUndone: () => void) => {
    let id: number;
    try {
      id = await sendNotification(input);
    } catch {
      showToast({ tone: 'refused', text: t('common.notSaved') });
      return false;
    }
    showToast({
      tone: 'waiting',
      title: t('notifications.kept.title'),
      text: isOffline
        ? t('notifications.waits')
        : t('notifications.kept.text', { count: UNDO_MS / 1000 }),
      durationMs: UNDO_MS,
      action: {
        label: t('notifications.kept.undo'),
        onAction: () => void undo(id, onUndone),
      },
    });
    return true;
  };
}
