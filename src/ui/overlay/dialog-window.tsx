import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode, RefObject } from 'react';

import { Banner } from '@/ui/feedback/banner';
import { BusyProvider } from '@/ui/busy';
import { IconButton } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import styles from './dialog.module.css';
import { ProgressLine } from '@/ui/feedback/progress-line';

/** A change that the dialog was asked for. */
export interface DialogStoring {
  /** It is being stored. */
  isBusy: boolean;
  /** What is going on, for screen readers. */
  busyLabel: string;
  /** Why the last one was not stored. */
  failure: string | undefined;
}

export interface DialogProps {
  open: boolean;
  /** Escape, the close button, or a press outside; never while a change is being stored. */
  onClose: () => void;
  title: ReactNode;
  children?: ReactNode | undefined;
  /** The buttons; the main one last. */
  footer?: ReactNode | undefined;
  /** Name of the close button; without it there is none, and the footer has to offer a way out. */
  closeLabel?: string | undefined;
  wide?: boolean | undefined;
  /** What gets the focus when it opens; the first control without it. */
  initialFocus?: RefObject<HTMLElement | null> | undefined;
  /** It asks something: a press outside is no answer. */
  question?: boolean | undefined;
  /** While it is busy nothing in the dialog can be pressed and the dialog stays open. */
  storing?: DialogStoring | undefined;
}

/** The dialog once it was opened. */
export function DialogWindow(props: DialogProps) {
  const { open, onClose, title, children, footer, closeLabel } = props;
  const { wide = false, question = false, storing } = props;
  const isBusy = storing?.isBusy === true;
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => {
        if (!next && !isBusy) onClose();
      }}
      disablePointerDismissal={question}
    >
      <Base.Portal>
        <Base.Backdrop className={styles.scrim} />
        <Base.Viewport className={styles.viewport}>
          <Base.Popup
            className={classNames(styles.dialog, wide && styles.wide)}
            role={question ? 'alertdialog' : 'dialog'}
            aria-busy={isBusy}
            initialFocus={props.initialFocus}
          >
            <BusyProvider value={isBusy}>
              <div className={styles.head}>
                <Base.Title className={styles.title}>{title}</Base.Title>
                {closeLabel === undefined ? null : (
                  <Base.Close
                    render={<IconButton icon="close" name={closeLabel} />}
                  />
                )}
              </div>
              <div className={styles.body}>{children}</div>
              {/* Beside the buttons, not in the part that scrolls. */}
              {storing?.failure === undefined ? null : (
                <Banner tone="refused" icon="alert" title={storing.failure} />
              )}
              {isBusy ? (
                <div className={styles.progress}>
                  <ProgressLine label={storing?.busyLabel} />
                </div>
              ) : null}
              {footer === undefined ? null : (
                <div className={styles.foot}>{footer}</div>
              )}
            </BusyProvider>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
