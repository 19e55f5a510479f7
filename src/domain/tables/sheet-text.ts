import { readCsv } from './read-csv';

/** Encodings of text files that a person can ask for; the first is tried unasked. */
export const TABLE_ENCODINGS = [
  'utf-8',
  'windows-1250',
  'iso-8859-2',
  'windows-1252',
  'utf-16le',
  'utf-16be',
] as const;
export type TableEncoding = (typeof TABLE_ENCODINGS)[number];

/** The cells of a sheet, as they are; row n of the file at n - 1. */
export type SheetRows = readonly (readonly string[])[];

/** Why a file has no rows to look at. */
export type SheetProblem =
  /** No text. */
  | { problem: 'binary' }
  /** A workbook that is no text: it has to be saved in another format first. */
  | { problem: 'workbook' }
  /** Text, but not UTF-8. */
  | { problem: 'encoding' }
  /** A quote that is not closed, or text behind it, swallows rows after it. */
  | { problem: 'quotes'; line: number };

export type SheetRead =
  | ({ ok: false } & SheetProblem)
  | { ok: true; rows: SheetRows; encoding: TableEncoding };

/**
 * Reads text with cells: CSV, TSV or with semicolons. UTF-8 with or without mark, UTF-16
 * with or without one ("Unicode text" of a spreadsheet).
 * @param encoding asked for by a person.
 */
export function readSheetText(
  bytes: Uint8Array,
  encoding?: TableEncoding,
): SheetRead {
  if (isZip(bytes) || startsWith(bytes, MAGIC_OF_OLD_WORKBOOKS)) {
    return { ok: false, problem: 'workbook' };
  }
  const known = encoding ?? encodingOf(bytes);
  if (known === 'binary') return { ok: false, problem: 'binary' };
  const text = decoded(bytes, known, encoding === undefined);
  if (text === undefined) {
    const problem = isMostlyText(bytes) ? 'encoding' : 'binary';
    return { ok: false, problem };
  }
  const read = readCsv(text);
  return read.ok
    ? { ok: true, rows: read.rows, encoding: known }
    : { ok: false, problem: 'quotes', line: read.badRow };
}

function decoded(
  bytes: Uint8Array,
  encoding: TableEncoding,
  isFatal: boolean,
): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: isFatal }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** By the mark at the beginning, or by where the zero bytes are. */
function encodingOf(bytes: Uint8Array): TableEncoding | 'binary' {
  if (startsWith(bytes, [0xff, 0xfe])) return 'utf-16le';
  if (startsWith(bytes, [0xfe, 0xff])) return 'utf-16be';
  if (!bytes.includes(0)) return 'utf-8';
  const sample = bytes.subarray(0, SAMPLE_BYTES - (SAMPLE_BYTES % 2));
  const zeros = [0, 0];
  for (const [at, byte] of sample.entries()) {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  }
  const [high = 0, low = 0] = zeros;
  // Letters of Latin scripts have one zero byte each, always on the same side.
  const pairs = sample.length / 2;
  if (low > pairs / 2 && high === 0) return 'utf-16le';
  if (high > pairs / 2 && low === 0) return 'utf-16be';
  return 'binary';
}

const MAGIC_OF_OLD_WORKBOOKS = [0xd0, 0xcf, 0x11, 0xe0];
const SAMPLE_BYTES = 4096;

/** Control characters other than tab, line feed and carriage return are rare in a text. */
function isMostlyText(bytes: Uint8Array): boolean {
  const controls = bytes.filter(
    (byte) => byte < 32 && byte !== 9 && byte !== 10 && byte !== 13,
  );
  return controls.length * 100 < bytes.length;
}

/** Whether a file is an archive, as workbooks of today are. */
export function isZip(bytes: Uint8Array): boolean {
  return startsWith(bytes, [0x50, 0x4b, 0x03, 0x04]);
}

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, at) => bytes[at] === byte);
}
