import { useEffect } from 'react';

import { keepMessage, MESSAGE_DRAFT } from '@/data/drafts/drafts';
import { sendNotification, undoNotification } from '@/data/notifications';
import { useOffline } from '@/components/use-offline';
import type { NotificationInput } from '@/domain/notification';
import type { Op } from '@/domain/outbox/op';
import { opKinds } from '@/domain/outbox/kinds';
import { useOpDecision } from '@/components/use-op-decision';
import { showToast } from '@/ui/overlay/toaster';
import { useTranslation } from '@/ui/texts';

const UNDO_MS = opKinds['notification.send'].undoMs;

/** The form on the screen. Answers whether it takes a message back. */
let takeBack: ((input: NotificationInput) => boolean) | undefined;

/**
 * Enqueues a notification and offers to take it back for as long as that is
 * possible. The returned function rejects when the device cannot store the
 * message, or with TooLateError when the notification that it replaces may
 * have been sent.
 * @param onUndone gets what the user took back, also from a form that was left; where
 * no form takes it, it becomes a draft.
 */
export function useMessageDraft(
  onUndone: (input: NotificationInput) => boolean,
) {
  const { t } = useTranslation();
  useEffect(() => {
    takeBack = onUndone;
    return () => {
      takeBack = undefined;
    };
  });
  const decide = useOpDecision();
  const isOffline = useOffline();

  async function undo(id: number, input: NotificationInput) {
    await decide(
      undoNotification(id).then(async (isUndone) => {
        if (!isUndone) return false;
        const isBack =
          takeBack?.(input) === true || !(await keepMessage(input));
        showToast({
          tone: 'neutral',
          text: t(`notifications.saved.${isBack ? 'undone' : 'undoneToDraft'}`),
        });
        return true;
      }),
    );
  }

  return async (input: NotificationInput, replaced: Op | undefined) => {
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
        onAction: () => void undo(id, input),
      },
    });
  };
}
