import { strFromU8, unzipSync } from 'fflate';
import { Parser } from 'saxen';
import readExcelFile from 'read-excel-file/web-worker';

/** So much is unpacked at most: a small file may hide a thousand times as much. */
const UNPACKED_MAX_BYTES = 200 * 1024 * 1024;
/** Sheets end in thousands of repeated blank rows and columns. */
const REPEATED_MAX = 1000;

/**
 * The cells of the first sheet that has any, as text: XLSX or ODS. Numbers have all
 * their digits, moments are `yyyy-MM-dd HH:mm`, as the sheet shows them, truth is TRUE
 * or FALSE.
 * @throws when it is no workbook, or too large.
 */
export async function readWorkbook(bytes: Uint8Array): Promise<string[][]> {
  const names = unpackedNames(bytes);
  const isOds = names.has('content.xml');
  const sheets = isOds
    ? readOds(bytes)
    : (await readExcelFile(new Blob([new Uint8Array(bytes)]))).map(({ data }) =>
        data.map((row) => row.map((cell) => textOf(cell))),
      );
  const hasCells = (rows: string[][]) =>
    rows.some((row) => row.some((cell) => cell !== ''));
  return sheets.find(hasCells) ?? [];
}

/** What is in the archive, by its own directory. */
function unpackedNames(bytes: Uint8Array): Set<string> {
  const names = new Set<string>();
  let size = 0;
  unzipSync(bytes, {
    filter({ name, originalSize }) {
      names.add(name);
      size += originalSize;
      return false;
    },
  });
  if (size > UNPACKED_MAX_BYTES) throw new Error('The workbook is too large');
  return names;
}

function textOf(cell: unknown): string {
  if (cell instanceof Date) return momentText(cell.toISOString());
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE';
  return typeof cell === 'string' || typeof cell === 'number' ? `${cell}` : '';
}

/** A day alone when its time is midnight. @param iso yyyy-MM-ddTHH:mm... */
function momentText(iso: string): string {
  const [day = '', time = ''] = iso.split('T');
  const minutes = time.slice(0, 5);
  return minutes === '' || minutes === '00:00' ? day : `${day} ${minutes}`;
}

/** Of OpenDocument 1.2, part 1, chapter 9: the values of cells, without formats. */
function readOds(bytes: Uint8Array): string[][][] {
  const files = unzipSync(bytes, {
    filter: ({ name }) => name === 'content.xml',
  });
  const content = files['content.xml'];
  const sheets: string[][][] = [];
  let row: string[] = [];
  let rowRepeats = 1;
  let cell:
    | { value: string | undefined; text: string; repeats: number }
    | undefined;
  const parser = new Parser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('openTag', (name, attributesOf) => {
    const attributes = attributesOf();
    if (name === 'table:table') sheets.push([]);
    if (name === 'table:table-row') {
      row = [];
      rowRepeats = repeatsOf(attributes['table:number-rows-repeated']);
    }
    if (name === 'table:table-cell' || name === 'table:covered-table-cell') {
      const repeats = repeatsOf(attributes['table:number-columns-repeated']);
      cell = { value: valueOf(attributes), text: '', repeats };
    }
    if (cell && name === 'text:p' && cell.text !== '') cell.text += ' ';
    if (cell && name === 'text:s') cell.text += ' ';
  });
  parser.on('text', (text, decode) => {
    if (cell) cell.text += decode(text);
  });
  parser.on('closeTag', (name) => {
    if (
      cell &&
      (name === 'table:table-cell' || name === 'table:covered-table-cell')
    ) {
      const text = cell.value ?? cell.text;
      for (let times = 0; times < cell.repeats; times += 1) row.push(text);
      cell = undefined;
    }
    if (name === 'table:table-row') {
      while (row.at(-1) === '') row.pop();
      // Repeated rows that have something are counted, the blank end of a sheet is not.
      for (let times = 0; times < rowRepeats; times += 1)
        sheets.at(-1)?.push(row);
    }
  });
  parser.parse(strFromU8(content ?? new Uint8Array()));
  return sheets.map((rows) => {
    const last = rows.findLastIndex((cells) => cells.length > 0);
    return rows.slice(0, last + 1);
  });
}

/** A value that the text of a cell shows shortened; undefined: the text is the value. */
function valueOf(attributes: Record<string, string>): string | undefined {
  switch (attributes['office:value-type']) {
    case 'float':
      return attributes['office:value'];
    case 'date':
      return momentText(attributes['office:date-value'] ?? '');
    case 'boolean':
      return attributes['office:boolean-value']?.toUpperCase();
    default:
      return undefined;
  }
}

function repeatsOf(text: string | undefined): number {
  return Math.min(Number(text ?? 1) || 1, REPEATED_MAX);
}
