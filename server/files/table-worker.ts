import { parentPort } from 'node:worker_threads';

import { readRows, type ReadAs } from './table-rows';

/** Reads one file after the other; `readTable` is the other end. */
parentPort?.on('message', ({ text, as }: { text: string; as: ReadAs }) => {
  parentPort?.postMessage(readRows(text, as));
});
