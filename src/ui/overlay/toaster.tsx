import { createContext, Fragment, type ReactNode, use } from 'react';
import { createPortal } from 'react-dom';
import {
  resolveValue,
  toast,
  type Toast as Shown,
  useToaster,
} from 'react-hot-toast/headless';

import { Button, IconButton } from '@/ui/button';
import { Icon, type IconName } from '@/ui/icon';
import styles from './toaster.module.css';
import { type Tone, toneClass } from '@/ui/marks/tone';
import { useTopDialog } from './open-dialogs';
import { useToastHold } from './use-toast-hold';

// docs/specification.md 9: 5000 ms, and 1000 ms more after the pointer has
// left.
const DURATION_MS = 5000;
const EXTENDED_MS = 1000;
const EASE_MS = 300;

/** A short message in the corner. */
interface ToastMessage {
  tone: Exclude<Tone, 'flagged'>;
  title?: string | undefined;
  text: string;
  /** One thing to do about it: undo, open. The toast closes when it is pressed. */
  action?: { label: string; onAction: () => void } | undefined;
  /** How long it stays, in ms; `Infinity` until it is closed. */
  durationMs?: number | undefined;
}

const ICONS: Record<ToastMessage['tone'], IconName> = {
  neutral: 'info',
  waiting: 'clock',
  syncing: 'sync',
  done: 'done',
  refused: 'refused',
};

const CloseLabel = createContext('');

/**
 * Shows a message in the corner of the page; may be called from anywhere.
 * Returns a function that takes the message away.
 */
export function showToast(message: ToastMessage): () => void {
  const id = toast.custom((shown) => <Box shown={shown} message={message} />, {
    duration: message.durationMs ?? DURATION_MS,
    removeDelay: EASE_MS,
  });
  return () => toast.dismiss(id);
}

interface ToasterProps {
  /** Name of the close buttons: "Close". */
  closeLabel: string;
}

/**
 * The corner where messages appear: top right, newest on top. The pointer or
 * the focus on them holds them all. Render it once. While a dialog is open the
 * messages are in it: the browser takes all else out of reach, also of screen
 * readers (docs/decisions/0117-menus-and-dialogs-are-the-browsers-own.md).
 */
export function Toaster({ closeLabel }: ToasterProps) {
  const { toasts, handlers } = useToaster({ duration: DURATION_MS });
  const dialog = useTopDialog();
  const hold = useToastHold(toasts, dialog, handlers, EXTENDED_MS);

  function corner(messages?: ReactNode) {
    return (
      // Handles events that bubble up from the messages; it is no control itself.
      <div
        {...(messages === undefined ? undefined : hold)}
        role="presentation"
        className={styles.corner}
      >
        {/* The list is there before its first message, so that screen readers hear it arrive. */}
        <ol aria-live="polite" className={styles.list}>
          {messages}
        </ol>
      </div>
    );
  }

  const messages = (
    <CloseLabel value={closeLabel}>
      {toasts.map((shown) => (
        <Fragment key={shown.id}>{resolveValue(shown.message, shown)}</Fragment>
      ))}
    </CloseLabel>
  );

  return (
    <>
      {corner(dialog ? undefined : messages)}
      {dialog ? createPortal(corner(messages), dialog) : null}
    </>
  );
}

interface BoxProps {
  shown: Shown;
  message: ToastMessage;
}

function Box({ shown, message }: BoxProps) {
  const { tone, title, text, action } = message;
  return (
    <li
      className={styles.toast}
      data-tone={tone}
      data-leaving={shown.visible ? undefined : ''}
    >
      <span className={toneClass(tone)}>
        <Icon name={ICONS[tone]} />
      </span>
      <div
        className={styles.words}
        role={tone === 'refused' ? 'alert' : undefined}
      >
        <p className="strong">{title ?? text}</p>
        {title === undefined ? null : <p className="muted">{text}</p>}
        {action === undefined ? null : (
          <Button
            variant="link"
            className={styles.action}
            onClick={() => {
              toast.dismiss(shown.id);
              action.onAction();
            }}
          >
            {action.label}
          </Button>
        )}
      </div>
      <IconButton
        icon="close"
        small
        name={`${use(CloseLabel)}: ${title ?? text}`}
        className={styles.close}
        onClick={() => toast.dismiss(shown.id)}
      />
    </li>
  );
}
