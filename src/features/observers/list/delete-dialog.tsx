import { deleteObserver } from '@/data/observers/change-observers';
import type { Observer } from '@/domain/observers/observer';
import { ConfirmDialog } from '@/components/confirm-dialog';
import { showToast } from '@/ui/overlay/toaster';
import { useTranslation } from '@/ui/texts';

interface DeleteDialogProps {
  observer: Observer;
  onClose: () => void;
  /** The deletion is enqueued. */
  onDeleted?: (() => void) | undefined;
}

/**
 * Asks before an observer is deleted, with the name in the question
 * (docs/specification.md 2), and says what came of it (section 8).
 */
export function DeleteDialog(props: DeleteDialogProps) {
  const { observer, onClose, onDeleted } = props;
  const { t } = useTranslation();
  const { name } = observer;

  async function handleConfirm() {
    await deleteObserver(observer);
    showToast({
      tone: 'waiting',
      title: t('OBSERVER_DELETE_SUCCESS', { name }),
      text: t('observers.delete.saved'),
    });
    onDeleted?.();
  }

  return (
    <ConfirmDialog
      danger
      title={t('observers.delete.ask', { name })}
      text={t('observers.delete.hint')}
      confirmLabel={t('common.delete')}
      failedText={t('OBSERVER_DELETE_ERROR', { name })}
      onClose={onClose}
      onConfirm={handleConfirm}
    />
  );
}
