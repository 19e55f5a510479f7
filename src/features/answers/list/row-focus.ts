import { PHONE } from '@/ui/use-media';

const ROWS = 'a[data-thread]';

/**
 * Moves the focus along the rows of the list: from the row that has it, else
 * from the open one, else from the top. `step` 0 stays on the row.
 */
export function focusRow(list: HTMLElement | null, step: -1 | 0 | 1): void {
  if (!list) return;
  const rows = [...list.querySelectorAll<HTMLElement>(ROWS)];
  const focused = rows.findIndex((row) => isFocused(row));
  const from =
    focused >= 0
      ? focused
      : rows.findIndex((row) => row.getAttribute('aria-current') !== null);
  const to = from < 0 ? 0 : from + step;
  const row = rows[Math.min(rows.length - 1, Math.max(0, to))];
  row?.focus();
  row?.scrollIntoView({ block: 'nearest' });
}

/** The thread of the row that has the focus, in the row or on its box. */
export function focusedThread(): string | undefined {
  const rows = [...document.querySelectorAll<HTMLElement>(ROWS)];
  return rows.find((row) => isFocused(row))?.dataset['thread'];
}

function isFocused(row: HTMLElement): boolean {
  return row.parentElement?.contains(document.activeElement) === true;
}

/** Moves the focus to the row of one thread. */
export function focusThread(list: HTMLElement | null, key: string): void {
  list?.querySelector<HTMLElement>(`a[data-thread="${key}"]`)?.focus();
}

/** One pane at a time: the list is not on the screen while a thread is. */
export function isNarrow(): boolean {
  return window.matchMedia(PHONE).matches;
}
