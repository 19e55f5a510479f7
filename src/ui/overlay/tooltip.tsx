import {
  type ComponentType,
  type FocusEvent,
  lazy,
  type PointerEvent,
  type ReactNode,
  type SyntheticEvent,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react';

import type { TooltipPopupProps } from './tooltip-popup';
import styles from './tooltip.module.css';

const OPEN_DELAY_MS = 500;
// Long enough to move the pointer from the button onto the hint (WCAG 1.4.13, hoverable).
const CLOSE_DELAY_MS = 120;

const Popup = lazy<ComponentType<TooltipPopupProps>>(() =>
  import('./tooltip-popup').then(
    ({ TooltipPopup }) => ({ default: TooltipPopup }),
    // A hint that cannot be loaded must not take the page with it: the name and the description
    // of the button are in the document anyway.
    () => ({ default: NoPopup }),
  ),
);

function NoPopup(_props: TooltipPopupProps) {
  return null;
}

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
  const [anchor, setAnchor] = useState<Element | null>(null);
  const [isOpen, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function turn(open: boolean, afterMs = 0) {
    clearTimeout(timer.current);
    if (afterMs === 0) setOpen(open);
    else timer.current = setTimeout(() => setOpen(open), afterMs);
  }

  function show(event: SyntheticEvent, afterMs = 0) {
    if (text === undefined) return;
    setAnchor(event.currentTarget.firstElementChild);
    turn(true, afterMs);
  }

  function handlePointerEnter(event: PointerEvent) {
    if (event.pointerType !== 'touch') show(event, OPEN_DELAY_MS);
  }

  function handleFocus(event: FocusEvent) {
    if (event.target.matches(':focus-visible')) show(event);
  }

  return (
    // Handles events that bubble up from the control; it is not one itself.
    <span
      role="presentation"
      className={styles.wrapper}
      onPointerEnter={handlePointerEnter}
      onPointerLeave={() => turn(false, CLOSE_DELAY_MS)}
      onPointerDown={() => turn(false)}
      onFocus={handleFocus}
      onBlur={() => turn(false)}
      onPointerUp={(event) => {
        if (onPress) show(event);
      }}
    >
      {children}
      {anchor === null || text === undefined ? null : (
        <Suspense fallback={null}>
          <Popup
            anchor={anchor}
            open={isOpen}
            text={text}
            onClose={() => turn(false)}
            onEnter={() => turn(true)}
            onLeave={() => turn(false, CLOSE_DELAY_MS)}
          />
        </Suspense>
      )}
    </span>
  );
}
