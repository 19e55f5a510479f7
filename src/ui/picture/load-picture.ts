/** What is known about a list. */
interface Knowledge {
  /** Rows at hand: undefined when nothing was ever read. */
  count: number | undefined;
  /** The server itself said that there are none. */
  knownEmpty: boolean;
  failed: boolean;
}

/** What to draw in the place of the rows. */
export type LoadPicture = 'skeleton' | 'failed' | 'empty' | 'rows';

/**
 * Chooses the picture of a list (docs/product.md). Rows at hand stay through
 * every refresh and failure; "none" is said only when the server said so; a
 * failure is drawn in place of the rows only when there is nothing else to
 * show.
 */
export function loadPicture(knowledge: Knowledge): LoadPicture {
  const { count, knownEmpty, failed } = knowledge;
  if (count !== undefined && count > 0) return 'rows';
  if (count === 0 && knownEmpty) return 'empty';
  return failed ? 'failed' : 'skeleton';
}
