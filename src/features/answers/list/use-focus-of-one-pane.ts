import type { RefObject } from 'react';
import { useEffect, useRef } from 'react';

import { focusThread, isNarrow } from './row-focus';

/**
 * Where one pane takes the place of another, the focus goes with it: to the open
 * thread's heading, and back to its row.
 */
export function useFocusOfOnePane(
  openKey: string | undefined,
  rows: RefObject<HTMLElement | null>,
  heading: RefObject<HTMLElement | null>,
): void {
  const before = useRef(openKey);
  useEffect(() => {
    const left = before.current;
    before.current = openKey;
    if (left === openKey || !isNarrow()) return;
    if (openKey !== undefined) heading.current?.focus();
    else if (left !== undefined) focusThread(rows.current, left);
  }, [openKey, rows, heading]);
}
