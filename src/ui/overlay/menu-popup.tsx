import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent as PointerMove,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react';

import { CloseMenu } from './menu-items';
import { findInMenu, stepInMenu } from './menu-keys';
import styles from './menu.module.css';
import type { PopupPosition } from './place-popup';
import { Popup } from './popup';

/** Letters that follow each other sooner are one word. */
const TYPING_MS = 500;
const ITEM = '[role^="menuitem"]';

/** The button that opened a menu, and what gets the focus: for the pointer, no item. */
export interface Opening {
  button: HTMLElement;
  focus: 'menu' | 'first' | 'last';
}

interface MenuPopupProps {
  id: string;
  labelId: string;
  opening: Opening;
  align: PopupPosition['align'];
  /** It was answered or dismissed: the focus goes back to the button. */
  onClose: () => void;
  /** The focus went elsewhere by itself. */
  onLeave: () => void;
  children: ReactNode;
}

/** A menu while it is open. */
export function MenuPopup(props: MenuPopupProps) {
  const { id, labelId, opening, align, onClose, onLeave, children } = props;
  const { button } = opening;
  const popup = useRef<HTMLDivElement>(null);
  const typed = useRef({ text: '', at: 0 });

  useLayoutEffect(() => {
    const items = itemsIn(popup.current);
    const { focus } = opening;
    const item =
      focus === 'menu' ? undefined : items.at(focus === 'last' ? -1 : 0);
    (item ?? popup.current)?.focus();
  }, [opening]);

  useEffect(() => {
    function handlePointerDown({ target }: PointerEvent) {
      if (!(target instanceof Node)) return;
      if (!popup.current?.contains(target) && !button.contains(target)) {
        onClose();
      }
    }
    document.addEventListener('pointerdown', handlePointerDown, true);
    return () =>
      document.removeEventListener('pointerdown', handlePointerDown, true);
  });

  function handleBlur({ relatedTarget }: FocusEvent) {
    if (relatedTarget === null || relatedTarget === button) return;
    if (!popup.current?.contains(relatedTarget)) onLeave();
  }

  function handlePointerMove({ target }: PointerMove) {
    const item = target instanceof Element && target.closest<HTMLElement>(ITEM);
    if (item) item.focus({ preventScroll: true });
  }

  function handleKeyDown(event: KeyboardEvent) {
    const { key, target, timeStamp } = event;
    const items = itemsIn(popup.current);
    const at = items.findIndex((item) => item === target);
    const next = stepInMenu(key, at, items.length);
    if (key === 'Tab') {
      // From the button, the browser goes on to what stands before or after it.
      onClose();
      return;
    }
    if (key === 'Escape') onClose();
    else if (next !== undefined) items[next]?.focus();
    else if (key === ' ' && target instanceof HTMLAnchorElement) target.click();
    else if (isLetter(event)) {
      const isMore = timeStamp - typed.current.at < TYPING_MS;
      const text = isMore ? typed.current.text + key : key;
      typed.current = { text, at: timeStamp };
      const labels = items.map((item) => item.textContent);
      items[findInMenu(labels, at, text)]?.focus();
    } else return;
    event.preventDefault();
    // Whatever lies below must not hear the keys of the menu.
    event.stopPropagation();
  }

  return (
    <Popup
      ref={popup}
      anchor={button}
      position={{ side: 'below', align, gap: 4 }}
      onAway={onClose}
      id={id}
      role="menu"
      aria-labelledby={labelId}
      tabIndex={-1}
      className={styles.menu}
      onBlur={handleBlur}
      onPointerMove={handlePointerMove}
      onKeyDown={handleKeyDown}
    >
      <CloseMenu value={onClose}>{children}</CloseMenu>
    </Popup>
  );
}

function itemsIn(popup: Element | null): HTMLElement[] {
  return [...(popup?.querySelectorAll<HTMLElement>(ITEM) ?? [])];
}

function isLetter(event: KeyboardEvent) {
  const { key, ctrlKey, metaKey, altKey } = event;
  const isWithModifier = ctrlKey || metaKey || altKey;
  return [...key].length === 1 && key !== ' ' && !isWithModifier;
}
