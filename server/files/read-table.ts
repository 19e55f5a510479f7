import { Worker } from 'node:worker_threads';

import { createBoundedQueue } from '../bounded-queue';
import type { ReadAs, Table, TablePart, TableRow } from './table-rows';

const THREAD = new URL('./table-thread.mjs', import.meta.url);
/** The largest import that is taken is read in a second or two, in ms. */
const READ_WITHIN_MS = 10_000;
/** A file that needs more is refused, instead of ending the server. */
const MAX_MEMORY_MB = 512;

/** One file at a time. */
const turns = createBoundedQueue(1, Number.POSITIVE_INFINITY);
let thread: Worker | undefined;

/**
 * The rows of a CSV or TSV text without blank ones, cells trimmed, or why there are
 * none: it names the row. They are read in another thread, as a hostile file takes
 * long, and given up after `READ_WITHIN_MS`. They come over in parts, so that others are
 * answered meanwhile.
 */
export function readTable(
  text: string,
  as: ReadAs = {},
  withinMs = READ_WITHIN_MS,
): Promise<Table> {
  return turns.run(
    () =>
      new Promise((resolve) => {
        const worker = (thread ??= start());
        const rows: TableRow[] = [];
        const end = (table: Table) => {
          clearTimeout(timer);
          worker.off('message', take).off('error', fail);
          resolve(table);
        };
        const take = (part: TablePart) => {
          if ('refused' in part) return end(part);
          // It is read; what follows is as long as its rows.
          clearTimeout(timer);
          rows.push(...part.rows);
          if (!part.hasMore) return end({ rows });
          worker.postMessage('more');
          return undefined;
        };
        const giveUp = (refused: string) => {
          thread = undefined;
          end({ refused });
          void worker.terminate();
        };
        const fail = () => giveUp('The file is too large to read.');
        const timer = setTimeout(
          () => giveUp('The file takes too long to read.'),
          withinMs,
        );
        worker.on('message', take).on('error', fail);
        worker.postMessage({ text, as });
      }),
  );
}

/** The rows; throws what `refuse` makes of the reason why there are none. */
export function rowsOf(
  table: Table,
  refuse: (reason: string) => Error,
): TableRow[] {
  if ('refused' in table) throw refuse(table.refused);
  return table.rows;
}

function start(): Worker {
  const worker = new Worker(THREAD, {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
  });
  // It is kept for the next file, and keeps no process alive.
  worker.unref();
  return worker;
}
