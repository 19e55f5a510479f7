import type { TFunction } from 'i18next';

import { readAnalysisThreads } from '@/data/threads/evidence';
import type { EvidenceForms } from '@/domain/evidence/evidence';
import { harmless, harmlessInCsv } from '@/domain/spreadsheet';
import { toCsv } from '@/domain/csv';
import type { Cell, Sheet } from '@/lib/workbook';
import { writeWorkbook } from '@/lib/workbook';
import { csvFile } from '@/ui/save-csv';

import { codeBook, longTable, wideTable } from './analysis-tables';

/** xlsx: all tables in one workbook. The others: one table as CSV. */
export type AnalysisFormat = 'xlsx' | 'long' | 'wide' | 'codeBook';

export interface AnalysisOrder {
  format: AnalysisFormat;
  keys: readonly string[];
  forms: EvidenceForms;
  hasNames: boolean;
  t: TFunction;
}

/** Rows that fit into a workbook that is made in memory; a CSV has no limit. */
export const MOST_WORKBOOK_ROWS = 100_000;
/** Details that are in memory together. */
const THREADS_AT_ONCE = 100;
const WIDTHS = { narrow: 12, wide: 30 };

/**
 * Makes the tables of reports from what is cached, a hundred reports at a time.
 * @param onProgress called with how many reports are in it.
 * @returns undefined once `signal` is aborted.
 */
export async function makeAnalysis(
  order: AnalysisOrder,
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<Blob | undefined> {
  const { format, keys, t } = order;
  if (format === 'codeBook') {
    const { head, rows } = codeBook(order);
    return csvFile([csvText([head]), csvText(rows)]);
  }
  const long = longTable(order);
  const wide = wideTable(order);
  const tables = { long, wide };
  const parts = format === 'xlsx' ? [] : [csvText([tables[format].head])];
  const rows = { long: [] as Cell[][], wide: [] as Cell[][] };
  for (let at = 0; at < keys.length; at += THREADS_AT_ONCE) {
    const threads = await readAnalysisThreads(
      keys.slice(at, at + THREADS_AT_ONCE),
    );
    if (signal.aborted) return undefined;
    if (format === 'xlsx') {
      rows.long.push(...threads.flatMap(long.rowsOf));
      rows.wide.push(...threads.flatMap(wide.rowsOf));
    } else {
      parts.push(csvText(threads.flatMap(tables[format].rowsOf)));
    }
    onProgress(Math.min(at + THREADS_AT_ONCE, keys.length));
  }
  if (format !== 'xlsx') return csvFile(parts);
  const sheet = (name: string, head: string[], all: Cell[][]): Sheet => ({
    name: t(`answers.analysis.sheet.${name}`),
    head: head.map(harmless),
    rows: all.map((row) => row.map(harmlessCell)),
    widths: head.map((_, column) => widthOf(all, column)),
    hasFilter: true,
  });
  const book = codeBook(order);
  return writeWorkbook([
    sheet('long', long.head, rows.long),
    sheet('wide', wide.head, rows.wide),
    sheet('codeBook', book.head, book.rows),
  ]);
}

function harmlessCell(cell: Cell): Cell {
  return typeof cell === 'string' ? harmless(cell) : cell;
}

/** By the first rows: texts need room, numbers little. */
function widthOf(rows: readonly Cell[][], column: number): number {
  const isLong = rows
    .slice(0, 50)
    .some((row) => String(row[column] ?? '').length > WIDTHS.narrow);
  return isLong ? WIDTHS.wide : WIDTHS.narrow;
}

function csvText(rows: readonly (readonly Cell[])[]): string {
  return toCsv(rows.map((row) => row.map(csvCell)));
}

function csvCell(cell: Cell): string | number {
  if (cell === null) return '';
  if (typeof cell === 'number') return cell;
  return cell instanceof Date ? withOffset(cell) : harmlessInCsv(cell);
}

/** ISO 8601 by the clock of this device, with its distance from UTC: "2026-11-22T07:00:00+02:00". */
function withOffset(at: Date): string {
  if (Number.isNaN(at.getTime())) return '';
  const minutes = -at.getTimezoneOffset();
  const local = new Date(at.getTime() + minutes * 60_000);
  const pad = (value: number) => String(value).padStart(2, '0');
  const [hours, rest] = [
    Math.floor(Math.abs(minutes) / 60),
    Math.abs(minutes) % 60,
  ];
  const offset = `${minutes < 0 ? '-' : '+'}${pad(hours)}:${pad(rest)}`;
  return `${local.toISOString().slice(0, 19)}${offset}`;
}
