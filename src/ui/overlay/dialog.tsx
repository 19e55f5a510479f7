import type {
  KeyboardEvent,
  ReactNode,
  RefObject,
  SyntheticEvent,
} from 'react';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';

import { BusyProvider } from '@/ui/busy';
import { IconButton } from '@/ui/button';
import { classNames } from '@/ui/class-names';
import { Banner } from '@/ui/feedback/banner';
import { ProgressLine } from '@/ui/feedback/progress-line';

import styles from './dialog.module.css';
import { noteOpenDialog } from './open-dialogs';

/** A change that the dialog was asked for. */
export interface DialogStoring {
  /** It is being stored. */
  isBusy: boolean;
  /** What is going on, for screen readers. */
  busyLabel: string;
  /** Why the last one was not stored. */
  failure: string | undefined;
  /** That closing once more discards what was entered; without it nothing is lost by that. */
  discards?: string | undefined;
}

const SEARCH = '[type="search"], [role="combobox"]';

interface DialogProps {
  open: boolean;
  /**
   * Escape, the close button, or a press outside; never while a change is being stored.
   * Once something was entered a press outside closes nothing, and a change that is not
   * stored is discarded by the second try alone.
   */
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

/**
 * A window over the page: the browser's own modal dialog, which keeps the focus
 * inside, takes the page out of reach and gives the focus back
 * (docs/decisions/0117-menus-and-dialogs-are-the-browsers-own.md).
 */
export function Dialog(props: DialogProps) {
  // Outside of the page, whose parts may be hidden on a narrow screen.
  return props.open ? createPortal(<Window {...props} />, document.body) : null;
}

function Window(props: DialogProps) {
  const { onClose, title, children, footer, closeLabel, initialFocus } = props;
  const { wide = false, question = false, storing } = props;
  const ref = useRef<HTMLDialogElement>(null);
  const isShown = useRef(false);
  const beganOutside = useRef(false);
  const isEntered = useRef(false);
  const [isWarned, setWarned] = useState(false);
  const titleId = useId();
  const isBusy = storing?.isBusy === true;
  const hasFailed = storing?.failure !== undefined;

  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return undefined;
    dialog.showModal();
    isShown.current = true;
    initialFocus?.current?.focus();
    const forget = noteOpenDialog(dialog);
    return () => {
      forget();
      isShown.current = false;
      // While it is still in the document: then the focus goes back.
      dialog.close();
    };
  }, [initialFocus]);

  const wasBusy = useRef(false);
  useLayoutEffect(() => {
    const isStored = wasBusy.current && !isBusy && !hasFailed;
    wasBusy.current = isBusy;
    if (!isStored) return;
    isEntered.current = false;
    setWarned(false);
  }, [isBusy, hasFailed]);

  function leave() {
    if (isBusy) return;
    if (storing?.discards && isEntered.current && !isWarned) setWarned(true);
    else onClose();
  }

  /** What a dialog that was opened from this one hears reaches this one, too. */
  function isOwn({ target }: SyntheticEvent) {
    return target instanceof Node && ref.current?.contains(target) === true;
  }

  function handleKeyDown(event: KeyboardEvent) {
    const { key, defaultPrevented } = event;
    if (key !== 'Escape' || defaultPrevented || !isOwn(event)) return;
    // Else the browser closes it, at a second Escape whatever `cancel` says.
    event.preventDefault();
    leave();
  }

  function handleCancel(event: SyntheticEvent) {
    if (event.target !== ref.current) return;
    event.preventDefault();
    leave();
  }

  /** The browser closed it by itself. */
  function handleClose({ target }: SyntheticEvent) {
    const dialog = ref.current;
    if (!dialog || target !== dialog || !isShown.current || dialog.open) return;
    if (isBusy) dialog.showModal();
    else onClose();
  }

  // Beside the box there is nothing but the dialog itself. A text that is
  // selected beyond the edge of the box began in it.
  function handlePress({ target }: SyntheticEvent) {
    beganOutside.current = target === ref.current;
  }

  function handleClick({ target }: SyntheticEvent) {
    const isOutside = beganOutside.current && target === ref.current;
    if (isOutside && !question && !isEntered.current) leave();
  }

  // A slip is no reason to lose what was entered; words of a search are no loss.
  function handleInput(event: SyntheticEvent) {
    const { target } = event;
    if (!isOwn(event) || !(target instanceof Element)) return;
    if (target.matches(SEARCH)) return;
    isEntered.current = true;
    setWarned(false);
  }

  return (
    // Keys of the dialog, and a press beside it: both have a button, too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={ref}
      role={question ? 'alertdialog' : undefined}
      aria-labelledby={titleId}
      aria-busy={isBusy}
      className={classNames(styles.dialog, wide && styles.wide)}
      onKeyDown={handleKeyDown}
      onCancel={handleCancel}
      onClose={handleClose}
      onMouseDown={handlePress}
      onClick={handleClick}
      onInput={handleInput}
    >
      <BusyProvider value={isBusy}>
        <div className={styles.box}>
          <div className={styles.head}>
            <h2 id={titleId} className={styles.title}>
              {title}
            </h2>
            {closeLabel === undefined ? null : (
              <IconButton icon="close" name={closeLabel} onClick={leave} />
            )}
          </div>
          <div className={styles.body}>{children}</div>
          {/* Beside the buttons, not in the part that scrolls. */}
          {storing?.failure === undefined ? null : (
            <Banner tone="refused" icon="alert" title={storing.failure} />
          )}
          {isWarned ? (
            <Banner tone="waiting" icon="alert" title={storing?.discards} />
          ) : null}
          {isBusy ? (
            <div className={styles.progress}>
              <ProgressLine label={storing?.busyLabel} />
            </div>
          ) : null}
          {footer === undefined ? null : (
            <div className={styles.foot}>{footer}</div>
          )}
        </div>
      </BusyProvider>
    </dialog>
  );
}
