// Beside `config`: only who follows a stream loads them.

/** A stream of changes that says nothing for so long is broken: it beats every 10 s. */
export const LIVE_SILENCE_MS = 25_000;
/** An event this old when it arrives proves nothing of now. */
export const LIVE_LAG_MS = 30_000;
/** How often a beat moves the time for which the lists are known to be right. */
export const LIVE_NOTE_EVERY_MS = 30_000;
/** The pause before a stream is opened again; it doubles with each failure. */
export const LIVE_RETRY_MS = 2_000;
export const LIVE_RETRY_MAX_MS = 60_000;
/** Clients that hear the same read within this long of each other. */
export const LIVE_SPREAD_MS = 400;
/** Between two readings of the same, when the server says again and again that it changed. */
export const LIVE_GAP_MS = {
  urgent: 1_000,
  threads: 5_000,
  marks: 1_000,
  forms: 60_000,
  places: 60_000,
  observers: 5 * 60_000,
  notifications: 10_000,
};
