import { parentPort } from 'node:worker_threads';

import type { Cell, Row } from 'write-excel-file/node';
import writeExcelFile from 'write-excel-file/node';

import type { WorkbookCell, WorkbookMessage } from './workbook';

/** A program that reads the file takes no longer texts. */
const MAX_CELL_LENGTH = 32_767;
/** Nor longer texts inside a formula. */
const MAX_LINK_LENGTH = 255;
/** Signs that XML cannot hold; one of them would spoil the whole file. */
const UNHOLDABLE =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

/** What write-excel-file 4.1 takes for texts that it has stored before. */
const TAKEN = new Set(Object.getOwnPropertyNames(Object.prototype));

const sheets = new Map<string, Row[]>();

parentPort?.on('message', (message: WorkbookMessage) => {
  if (message.kind === 'end') {
    void finish();
    return;
  }
  const { sheet, rows } = message;
  const known = sheets.get(sheet);
  const before = known ?? [];
  sheets.set(sheet, before);
  for (const [at, row] of rows.entries()) {
    const isHeader = !known && at === 0;
    before.push(row.map((cell) => toCell(cell, isHeader)));
  }
});

/** Texts are stored as texts, also those that look like formulas. */
function toCell(cell: WorkbookCell, isHeader: boolean): Cell {
  if (cell === null || cell === '') return null;
  if (typeof cell === 'string') {
    const value = clean(cell);
    const fontWeight = isHeader ? { fontWeight: 'bold' as const } : {};
    return { value, type: String, ...fontWeight };
  }
  if (typeof cell !== 'object') return cell;
  const isLink =
    cell.link.length <= MAX_LINK_LENGTH && !/["\s]/.test(cell.link);
  return isLink
    ? { value: `HYPERLINK("${cell.link}")`, type: 'Formula' }
    : { value: clean(cell.link), type: String };
}

function clean(text: string): string {
  const whole = text.replace(UNHOLDABLE, '').slice(0, MAX_CELL_LENGTH);
  const safe = whole.replace(/_(?=x[\dA-Fa-f]{4}_)/g, escaped);
  return TAKEN.has(safe) ? escaped(safe.charAt(0)) + safe.slice(1) : safe;
}

/** A sign as programs read it from a cell: `_x005F_` is the underscore (ECMA-376, ST_Xstring). */
function escaped(sign: string): string {
  const code = sign.charCodeAt(0).toString(16).toUpperCase();
  return `_x${code.padStart(4, '0')}_`;
}

async function finish(): Promise<void> {
  const file = await writeExcelFile(
    [...sheets].map(([sheet, data]) => ({ sheet, data, stickyRowsCount: 1 })),
  ).toBuffer();
  const bytes = new Uint8Array(file);
  parentPort?.postMessage(bytes, [bytes.buffer]);
}
