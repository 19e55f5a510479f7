import type { ReactNode } from 'react';

import { Button } from '@/ui/button';
import { Dialog } from '@/ui/overlay/dialog';
import { useTranslation } from '@/ui/texts';

import { useStoring } from './use-storing';

interface ConfirmDialogProps {
  onClose: () => void;
  /** The question, with the name in it: "Are you sure to delete Delia?" */
  title: ReactNode;
  /** What happens then, and how to take it back. */
  text?: ReactNode | undefined;
  confirmLabel: string;
  /** "Cancel" without it. */
  cancelLabel?: string | undefined;
  /** Cannot be taken back: a red button. */
  danger?: boolean | undefined;
  /** Said when the device cannot store the change; general words without it. */
  failedText?: string | undefined;
  /**
   * The change. The dialog closes when it resolves with nothing, and stays open
   * with the reason when it resolves with one or rejects.
   */
  onConfirm: () => Promise<string | void>;
}

/**
 * Asks before something is changed, and closes once the change is stored. Until
 * then no button can be pressed and Escape closes nothing. Render it only while
 * it is open.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { onClose, title, text, danger = false, onConfirm } = props;
  const { t } = useTranslation();
  const storing = useStoring({ failed: props.failedText });

  async function handleConfirm() {
    if (await storing.store(onConfirm)) onClose();
  }

  return (
    <Dialog
      open
      question
      onClose={onClose}
      storing={storing}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>
            {props.cancelLabel ?? t('common.cancel')}
          </Button>
          <Button
            variant={danger ? 'danger' : 'primary'}
            onClick={() => void handleConfirm()}
          >
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      {text === undefined ? null : <div className="muted">{text}</div>}
    </Dialog>
  );
}
