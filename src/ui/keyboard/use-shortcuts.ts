import { type KeyboardEvent as KeyPress, useLayoutEffect, useRef } from 'react';

import {
  isOfScreen,
  isOn,
  layOut,
  nameOf,
  type Shortcuts,
} from './shortcut-table';

const TYPING =
  'input:not([type="checkbox"], [type="radio"], [type="button"]), textarea, select, [contenteditable]:not([contenteditable="false"])';
// Menus, lists and dialogs use these keys themselves: first letters, arrows,
// Escape.
const OWN_KEYS = '[role="menu"], [role="listbox"], [role="combobox"]';
const DIALOG = 'dialog[open]';
// Enter on one of these already does something.
const PRESSED_BY_ENTER = 'a[href], button, summary, tr[tabindex]';

interface Options {
  /** false while there are none. */
  enabled?: boolean | undefined;
  /** They belong to no screen: the list of shortcuts says so. */
  everywhere?: boolean | undefined;
}

/**
 * The shortcuts of a screen. They are ignored while a dialog is open and when
 * another handler has handled the key; those without Ctrl or Cmd also while the
 * user types in a field. The event's default is prevented.
 */
export function useShortcuts(shortcuts: Shortcuts, options?: Options): void {
  const table = useTable(shortcuts, options);
  const enabled = options?.enabled !== false;

  // Before the paint: what is on the screen answers to its keys.
  useLayoutEffect(() => {
    if (!enabled) return undefined;
    function handleKeyDown(event: KeyboardEvent) {
      const name = nameOf(event);
      const shortcut = name && table.current.shortcuts[name];
      if (!shortcut || !isOn(name) || !isFree(event, name)) return;
      if (table.current.isEverywhere && isOfScreen(name)) return;
      event.preventDefault();
      shortcut.act(event);
    }
    document.addEventListener('keydown', handleKeyDown);
    return () => document.removeEventListener('keydown', handleKeyDown);
  }, [enabled, table]);
}

/**
 * The `onKeyDown` of an element: shortcuts that are heard only on it and what
 * is in it.
 */
export function useOwnShortcuts(
  shortcuts: Shortcuts,
  enabled = true,
): (event: KeyPress) => void {
  const table = useTable(shortcuts, { enabled });
  return ({ nativeEvent: event }) => {
    if (!enabled || event.defaultPrevented || event.isComposing) return;
    const shortcut = table.current.shortcuts[nameOf(event) ?? ''];
    if (!shortcut) return;
    event.preventDefault();
    shortcut.act(event);
  };
}

function useTable(shortcuts: Shortcuts, options: Options | undefined) {
  const isEverywhere = options?.everywhere === true;
  const enabled = options?.enabled !== false;
  const table = useRef({ shortcuts, isEverywhere });
  useLayoutEffect(() => {
    table.current.shortcuts = shortcuts;
  });
  useLayoutEffect(
    () => (enabled ? layOut(table.current) : undefined),
    [enabled, table],
  );
  return table;
}

function isFree(event: KeyboardEvent, name: string) {
  if (event.defaultPrevented || event.isComposing) return false;
  const { target } = event;
  if (target instanceof Element && !name.startsWith('Mod+')) {
    if (target.closest(`${TYPING}, ${OWN_KEYS}`) !== null) return false;
    if (name === 'Enter' && target.closest(PRESSED_BY_ENTER) !== null) {
      return false;
    }
  }
  return document.querySelector(DIALOG) === null;
}
