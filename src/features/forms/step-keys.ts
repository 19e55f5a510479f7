import type { KeyboardEvent } from 'react';

/** What Alt and an arrow do, for `aria-keyshortcuts`. */
export const STEP_KEYS = 'Alt+ArrowUp Alt+ArrowDown';

/**
 * Alt and an arrow move a row one place; the element that has the focus keeps it.
 *
 * @param event a key on the row or its grip.
 * @param onStep moves it up (-1) or down (1).
 */
export function stepByKey(
  event: KeyboardEvent<HTMLElement>,
  onStep: (by: -1 | 1) => void,
): void {
  const by = { ArrowUp: -1, ArrowDown: 1 } as const;
  if (!event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
  event.preventDefault();
  const focused = event.currentTarget;
  onStep(by[event.key]);
  // A row that changes places in the document loses the focus on the way.
  requestAnimationFrame(() => {
    if (focused.isConnected) focused.focus();
  });
}
