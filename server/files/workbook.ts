import { Worker } from 'node:worker_threads';

/** A cell; a link is the address of a file and shows as one. */
export type WorkbookCell = string | number | boolean | null | { link: string };

/** A message to the thread that builds a workbook. */
export type WorkbookMessage =
  | { kind: 'rows'; sheet: string; rows: WorkbookCell[][] }
  | { kind: 'end' };

export interface Workbook {
  /** Adds rows to a sheet; the first row of a sheet is its header. */
  add: (sheet: string, rows: WorkbookCell[][]) => void;
  /** The finished file. Rejects when it could not be built. */
  finish: () => Promise<Uint8Array<ArrayBuffer>>;
  /** Gives up; safe to call after `finish`. */
  drop: () => Promise<void>;
}

const THREAD = new URL('./workbook-thread.mjs', import.meta.url);
/** A workbook that needs more is refused, instead of ending the server. */
const MAX_MEMORY_MB = 2_048;

/**
 * Starts a spreadsheet of several sheets, in the order of their first rows. It
 * is built in another thread: packing a large one takes many seconds, in which
 * the main thread could answer no request.
 */
export function openWorkbook(): Workbook {
  const worker = new Worker(THREAD, {
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
  });
  const built = new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('The workbook was dropped.')));
  });
  // A caller that drops the workbook no longer awaits its result.
  built.catch(() => {});
  const tell = (message: WorkbookMessage) => worker.postMessage(message);

  return {
    add: (sheet, rows) => tell({ kind: 'rows', sheet, rows }),
    finish: async () => {
      tell({ kind: 'end' });
      const file = await built;
      await worker.terminate();
      return file;
    },
    drop: async () => {
      await worker.terminate();
    },
  };
}
