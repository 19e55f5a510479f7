import { setImmediate } from 'node:timers/promises';

/**
 * Lets whatever else waits have its turn. PGlite answers without ever leaving
 * the current turn of the event loop, so a long row of queries would otherwise
 * keep every other request, even its own reader, waiting until the end. Await
 * it between the batches of anything long.
 */
export function breathe(): Promise<void> {
  return setImmediate();
}
