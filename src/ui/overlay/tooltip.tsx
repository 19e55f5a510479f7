import {
  type FocusEvent,
  type PointerEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useRef,
  useState,
} from 'react';

import type { PopupPosition } from './place-popup';
import { Popup } from './popup';
import styles from './tooltip.module.css';

const OPEN_DELAY_MS = 500;
// Long enough to move the pointer from the button onto the hint (WCAG 1.4.13, hoverable).
const CLOSE_DELAY_MS = 120;
const POSITION: PopupPosition = { side: 'above', align: 'center', gap: 6 };

interface TooltipProps {
  /** Undefined: no hint, the children stand alone in the same place of the tree. */
  text: string | undefined;
  /** Show it on a press too: for what is disabled and has to say why on a touch screen. */
  onPress?: boolean | undefined;
  /** One focusable element. It names and describes itself: the hint is for the eyes. */
  children: ReactNode;
}

/**
 * A hint beside a control: on hover after half a second, on keyboard focus at
 * once; Escape closes.
 */
export function Tooltip({ text, onPress = false, children }: TooltipProps) {
  /** The control, while the hint is open. */
  const [anchor, setAnchor] = useState<Element | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function turn(next: Element | null, afterMs = 0) {
    clearTimeout(timer.current);
    if (afterMs === 0) setAnchor(next);
    else timer.current = setTimeout(() => setAnchor(next), afterMs);
  }

  function show(event: SyntheticEvent, afterMs = 0) {
    if (text === undefined) return;
    turn(event.currentTarget.firstElementChild, afterMs);
  }

  function handlePointerEnter(event: PointerEvent) {
    if (event.pointerType !== 'touch') show(event, OPEN_DELAY_MS);
  }

  function handleFocus(event: FocusEvent) {
    if (event.target.matches(':focus-visible')) show(event);
  }

  return (
    // Handles events that bubble up from the control and, because React's events follow its own
    // tree, from the hint; it is no control itself.
    <span
      role="presentation"
      className={styles.wrapper}
      onPointerEnter={handlePointerEnter}
      onPointerLeave={() => turn(null, CLOSE_DELAY_MS)}
      onPointerDown={() => turn(null)}
      onFocus={handleFocus}
      onBlur={() => turn(null)}
      onPointerUp={(event) => {
        if (onPress) show(event);
      }}
    >
      {children}
      {anchor === null || text === undefined ? null : (
        <Hint anchor={anchor} text={text} onClose={() => turn(null)} />
      )}
    </span>
  );
}

interface HintProps {
  anchor: Element;
  text: string;
  onClose: () => void;
}

function Hint({ anchor, text, onClose }: HintProps) {
  const popup = useRef<HTMLDivElement>(null);
  useEffect(() => {
    function handleKeyDown({ key }: KeyboardEvent) {
      if (key === 'Escape') onClose();
    }
    // Before a menu or a dialog keeps the key to itself.
    document.addEventListener('keydown', handleKeyDown, true);
    return () => document.removeEventListener('keydown', handleKeyDown, true);
  });
  return (
    <Popup
      ref={popup}
      anchor={anchor}
      position={POSITION}
      onAway={onClose}
      role="tooltip"
      className={styles.popup}
    >
      {text}
    </Popup>
  );
}
