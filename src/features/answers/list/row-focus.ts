import { PHONE } from '@/ui/use-media';

const ROWS = 'a[data-thread]';

/**
 * Moves the focus along the rows of the list: from the row that has it, else
 * from the open one, else from the top. `step` 0 stays on the row.
 */
export function focusRow(list: HTMLElement | null, step: -1 | 0 | 1): void {
  if (!list) return;
  const rows = [...list.querySelectorAll<HTMLElement>(ROWS)];
  const focused = rows.findIndex((row) => row === document.activeElement);
  const from =
    focused >= 0
      ? focused
      : rows.findIndex((row) => row.getAttribute('aria-current') !== null);
  const to = from < 0 ? 0 : from + step;
  const row = rows[Math.min(rows.length - 1, Math.max(0, to))];
  row?.focus();
  row?.scrollIntoView({ block: 'nearest' });
}

/** Moves the focus to the row of one thread. */
export function focusThread(list: HTMLElement | null, key: string): void {
  list?.querySelector<HTMLElement>(`a[data-thread="${key}"]`)?.focus();
}

/** One pane at a time: the list is not on the screen while a thread is. */
export function isNarrow(): boolean {
  return window.matchMedia(PHONE).matches;
}
