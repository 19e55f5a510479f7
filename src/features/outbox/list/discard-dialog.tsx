import { isFateUnknown } from '@/domain/outbox/notification-op';
import type { Op } from '@/domain/outbox/op';
import { isParked } from '@/domain/outbox/op';
import { ConfirmDialog } from '@/components/confirm-dialog';

import { describeOp, kindOf } from '@/features/outbox/describe-op';
import { useTranslation } from '@/ui/texts';

interface DiscardDialogProps {
  op: Op;
  onConfirm: () => Promise<void>;
  onClose: () => void;
}

/** Asks before a change is dropped, with what becomes of it. */
export function DiscardDialog({ op, onConfirm, onClose }: DiscardDialogProps) {
  const { t } = useTranslation();
  const text = isFateUnknown(op)
    ? 'outbox.confirm.discardUnknown'
    : op.kind === 'notification.send'
      ? 'outbox.confirm.discardMessage'
      : isParked(op.state)
        ? 'outbox.confirm.discard'
        : 'outbox.confirm.takeBack';
  return (
    <ConfirmDialog
      danger
      title={t('outbox.confirm.title', {
        what: `${t(`outbox.kind.${kindOf(op)}`)} ${describeOp(op).name}`,
      })}
      text={t(text)}
      confirmLabel={t('outbox.confirm.yes')}
      cancelLabel={t('outbox.confirm.no')}
      onClose={onClose}
      onConfirm={onConfirm}
    />
  );
}
