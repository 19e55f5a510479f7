import { Dialog as Base } from '@base-ui/react/dialog';
import { type ReactNode, type RefObject, useState } from 'react';

import { Button, IconButton } from './button';
import { classNames } from './class-names';
import styles from './dialog.module.css';
import { ProgressLine } from './progress-line';

interface DialogProps {
  open: boolean;
  /** Escape, the close button, or a press outside. */
  onClose: () => void;
  title: ReactNode;
  children?: ReactNode;
  /** The buttons; the main one last. */
  footer?: ReactNode;
  /** Name of the close button; without it there is none, and the footer has to offer a way out. */
  closeLabel?: string | undefined;
  wide?: boolean | undefined;
  /** What gets the focus when it opens; the first control without it. */
  initialFocus?: RefObject<HTMLElement | null> | undefined;
  /** It asks something: a press outside is no answer. */
  question?: boolean | undefined;
}

/**
 * A window over the page. Keeps the focus inside and gives it back; Escape closes.
 *
 * @param props whether it is open, title, content and buttons.
 * @returns the dialog, in a portal.
 */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, children, footer, closeLabel } = props;
  const { wide = false, question = false } = props;
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      disablePointerDismissal={question}
    >
      <Base.Portal>
        <Base.Backdrop className={styles['scrim']} />
        <Base.Viewport className={styles['viewport']}>
          <Base.Popup
            className={classNames(styles['dialog'], wide && styles['wide'])}
            role={question ? 'alertdialog' : 'dialog'}
            initialFocus={props.initialFocus}
          >
            <div className={styles['head']}>
              <Base.Title className={styles['title']}>{title}</Base.Title>
              {closeLabel === undefined ? null : (
                <Base.Close
                  render={<IconButton icon="close" name={closeLabel} />}
                />
              )}
            </div>
            <div className={styles['body']}>{children}</div>
            {footer === undefined ? null : (
              <div className={styles['foot']}>{footer}</div>
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

interface ConfirmDialogProps {
  open: boolean;
  onClose: () => void;
  /** The question, with the name in it: "Are you sure to delete Delia?" */
  title: ReactNode;
  /** What happens then, and how to take it back. */
  text?: ReactNode;
  confirmLabel: string;
  cancelLabel: string;
  /** Cannot be taken back: a red button. */
  danger?: boolean | undefined;
  /** What is going on, for screen readers, while `onConfirm` runs. */
  busyLabel?: string | undefined;
  /** The work. The dialog closes when it is done, and stays open when it answers `false`. */
  onConfirm: () => void | boolean | Promise<void | boolean>;
}

/**
 * Asks before something happens. While the answer is carried out nothing can be pressed twice and
 * Escape waits.
 *
 * @param props the question, the words of its two buttons, and the work.
 * @returns the dialog.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onClose, title, text, danger = false, onConfirm } = props;
  const [isBusy, setBusy] = useState(false);

  async function handleConfirm() {
    if (isBusy) return;
    setBusy(true);
    try {
      const answer = await onConfirm();
      if (answer !== false) onClose();
    } finally {
      // A failure of the work is reported by whoever does it; here the buttons only come back.
      setBusy(false);
    }
  }

  return (
    <Dialog
      question
      open={open}
      onClose={() => {
        if (!isBusy) onClose();
      }}
      title={title}
      footer={
        <>
          <Button onClick={onClose} disabled={isBusy}>
            {props.cancelLabel}
          </Button>
          <Button
            variant={danger ? 'danger' : 'primary'}
            onClick={() => void handleConfirm()}
            aria-disabled={isBusy}
          >
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      {text === undefined ? null : <div className="muted">{text}</div>}
      {isBusy ? <ProgressLine label={props.busyLabel} /> : null}
    </Dialog>
  );
}
