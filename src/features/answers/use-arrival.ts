import { useCallback, useEffect, useState } from 'react';

/** The answer is there a moment before the rows that it changed. */
const ROWS_FOLLOW_MS = 400;

/**
 * Whether the reader has just come to a page: its first answer is still
 * awaited and nobody has touched the rows. Until then they may move.
 * `question` names the page; call `settle` when the rows are touched.
 */
export function useArrival(
  question: string,
  isPulling: boolean,
): { isArriving: boolean; settle: () => void } {
  const [settled, setSettled] = useState<string>();
  const settle = useCallback(() => setSettled(question), [question]);

  useEffect(() => {
    if (isPulling) return undefined;
    const timer = setTimeout(settle, ROWS_FOLLOW_MS);
    return () => clearTimeout(timer);
  }, [isPulling, settle]);

  return { isArriving: settled !== question, settle };
}
