import { useEffect, useRef } from 'react';

/** What each key does, by `KeyboardEvent.key`: 'j', '?', '/', 'Enter', 'Escape'. */
export type Shortcuts = Readonly<
  Record<string, (event: KeyboardEvent) => void>
>;

const TYPING =
  'input:not([type="checkbox"], [type="radio"], [type="button"]), textarea, select, [contenteditable]:not([contenteditable="false"])';
// These have keys of their own: first letters in a menu, arrows in a list, Escape in a dialog.
const OWN_KEYS = '[role="menu"], [role="listbox"], [role="combobox"]';
const DIALOG = '[role="dialog"], [role="alertdialog"], dialog[open]';
// Enter on one of these already does something.
const PRESSED_BY_ENTER = 'a[href], button, summary, tr[tabindex]';

/**
 * Single-key shortcuts for a screen. They are not heard while the reader types in a field, with
 * Ctrl, Alt or Meta, while a dialog is open, or when somebody has dealt with the key already.
 *
 * @param shortcuts what each key does; the event's default is prevented.
 * @param enabled false while the screen wants none (WCAG 2.1.4: they can be turned off).
 */
export function useShortcuts(shortcuts: Shortcuts, enabled = true): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });

  useEffect(() => {
    if (!enabled) return undefined;
    function handleKeyDown(event: KeyboardEvent) {
      const act = latest.current[event.key];
      if (act === undefined || !isFree(event)) return;
      event.preventDefault();
      act(event);
    }
    document.addEventListener('keydown', handleKeyDown);
    return () => document.removeEventListener('keydown', handleKeyDown);
  }, [enabled]);
}

function isFree(event: KeyboardEvent) {
  if (event.defaultPrevented || event.isComposing) return false;
  if (event.ctrlKey || event.altKey || event.metaKey) return false;
  const { target } = event;
  if (target instanceof Element) {
    if (target.closest(`${TYPING}, ${OWN_KEYS}`) !== null) return false;
    if (event.key === 'Enter' && target.closest(PRESSED_BY_ENTER) !== null) {
      return false;
    }
  }
  return document.querySelector(DIALOG) === null;
}
