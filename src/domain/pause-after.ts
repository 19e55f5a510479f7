/** The pause after the first reading that brought not all; it doubles with each further one. */
export const AGAIN_FIRST_MS = 5_000;

/**
 * How long something rests that is read every `mostMs`, in ms.
 * @param misses readings in a row until now that did not bring all.
 */
export function pauseAfter(misses: number, mostMs: number): number {
  return misses === 0
    ? mostMs
    : Math.min(mostMs, AGAIN_FIRST_MS * 2 ** (misses - 1));
}
