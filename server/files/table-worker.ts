import { parentPort } from 'node:worker_threads';

import {
  readRows,
  ROWS_AT_ONCE,
  type ReadAs,
  type TablePart,
  type TableRow,
} from './table-rows';

type Asked = { text: string; as: ReadAs } | 'more';

/** Rows of the last file that `readTable`, the other end, has not asked for yet. */
let rest: TableRow[] = [];

/** Reads one file after the other, and gives its rows away in parts. */
parentPort?.on('message', (asked: Asked) => {
  parentPort?.postMessage(nextPart(asked));
});

function nextPart(asked: Asked): TablePart {
  if (asked !== 'more') {
    const table = readRows(asked.text, asked.as);
    if ('refused' in table) return table;
    rest = table.rows;
  }
  const rows = rest.slice(0, ROWS_AT_ONCE);
  rest = rest.slice(ROWS_AT_ONCE);
  return { rows, hasMore: rest.length > 0 };
}
