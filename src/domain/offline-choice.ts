/**
 * What a person wants to open without a connection on this device: the details of
 * urgent threads; what suits the server and the line; or everything, with the
 * stations of all counties.
 */
export const OFFLINE_CHOICES = ['urgent', 'usual', 'all'] as const;
export type OfflineChoice = (typeof OFFLINE_CHOICES)[number];

/** What is wanted on this device, as a person said it. */
export interface OfflineWish {
  choice: OfflineChoice;
  /** Nothing is downloaded ahead meanwhile: a person said so, or the device had no room. */
  paused?: 'byPerson' | 'deviceFull' | undefined;
}

export const usualWish: OfflineWish = { choice: 'usual' };

/** Of a server that gives details thread by thread, so many of the newest are kept. */
export const NEWEST_KEPT = 1_000;

/** What the details of a thread take on average, in bytes (docs/performance.md). */
export const WIRE_BYTES_OF_THREAD = 300;
export const DEVICE_BYTES_OF_THREAD = 3_000;

interface Circumstances {
  /** The server gives the details of many threads in one reply. */
  isBulk: boolean;
  /** The browser calls the line metered, or was told to save data. */
  isSaving: boolean;
}

/**
 * Of how many of the newest threads the details are kept, besides all urgent ones;
 * Infinity: of all (docs/product.md 13).
 */
export function newestKept(
  choice: OfflineChoice,
  { isBulk, isSaving }: Circumstances,
): number {
  if (choice === 'all') return Number.POSITIVE_INFINITY;
  if (choice === 'urgent' || isSaving) return 0;
  return isBulk ? Number.POSITIVE_INFINITY : NEWEST_KEPT;
}
