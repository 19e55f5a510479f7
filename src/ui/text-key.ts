import type { ReactNode } from 'react';
import { Children } from 'react';

/**
 * Key of an element that holds words which change: with new words it is drawn anew. A
 * translator puts the words of a page into elements of its own, and React would change
 * texts that are no longer shown.
 * @returns undefined where the words have elements in them, which keep their own state.
 */
export function textKey(words: ReactNode): string | undefined {
  const parts = Children.toArray(words);
  return parts.every(
    (part) => typeof part === 'string' || typeof part === 'number',
  )
    ? parts.join('')
    : undefined;
}
