import { setImmediate } from 'node:timers/promises';

/**
 * Gives other requests a turn. PGlite answers without leaving the current turn
 * of the event loop, so a long row of queries would keep every other request,
 * even its own reader, waiting until the end. Await it between the batches of a
 * long read.
 */
export function breathe(): Promise<void> {
  return setImmediate();
}
