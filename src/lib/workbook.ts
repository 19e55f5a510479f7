import type { ArchiveFile } from './zip';
import { zip } from './zip';

/**
 * Text, a number, a moment, or an empty cell. A moment is shown by the clock of
 * this device, as workbooks have no time zones.
 */
export type Cell = string | number | Date | null;

export interface Sheet {
  /** Made acceptable: shortened to 31 characters, without `[]:*?/\`, unique. */
  name: string;
  /** The first row: bold, and it stays in sight. */
  head?: readonly string[] | undefined;
  rows: readonly (readonly Cell[])[];
  /** Widths of the first columns, in characters. */
  widths?: readonly number[] | undefined;
  /** The head has a filter for each column. */
  hasFilter?: boolean | undefined;
}

const MIME_TYPE =
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/**
 * A workbook (XLSX, ECMA-376) of at least one sheet. Characters that XML cannot
 * hold are left out, and a text that is too long for a cell ends with `[…]`
 * (docs/decisions/0099-spreadsheets-are-written-by-our-own-code.md).
 */
export function writeWorkbook(sheets: readonly Sheet[]): Promise<Blob> {
  return zip(filesOf(sheets), MIME_TYPE);
}

/** The place of each text in the table that all sheets share. */
type Texts = Map<string, number>;

function* filesOf(sheets: readonly Sheet[]): Generator<ArchiveFile> {
  const names = sheetNames(sheets.map(({ name }) => name));
  const texts: Texts = new Map();
  yield file('[Content_Types].xml', contentTypes(names));
  yield file('_rels/.rels', relationships([['officeDocument', 'xl/workbook']]));
  yield file('xl/workbook.xml', workbook(names));
  yield file(
    'xl/_rels/workbook.xml.rels',
    relationships([
      ...names.map((_, at) => ['worksheet', sheetPath(at)] as const),
      ['styles', 'styles'],
      ['sharedStrings', 'sharedStrings'],
    ]),
  );
  yield file('xl/styles.xml', STYLES);
  for (const [at, sheet] of sheets.entries()) {
    yield file(`xl/${sheetPath(at)}.xml`, worksheet(sheet, at, texts));
  }
  // Last: the sheets fill the table.
  yield file('xl/sharedStrings.xml', sharedStrings(texts));
}

function file(path: string, markup: string): ArchiveFile {
  const xml = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${markup}`;
  return [path, new TextEncoder().encode(xml)];
}

function sheetPath(at: number): string {
  return `worksheets/sheet${at + 1}`;
}

const SCHEMAS = 'http://schemas.openxmlformats.org';
const MAIN = `xmlns="${SCHEMAS}/spreadsheetml/2006/main"`;
const RELATIONS = `${SCHEMAS}/officeDocument/2006/relationships`;

function contentTypes(names: readonly string[]): string {
  const openXml = 'application/vnd.openxmlformats';
  const parts = [
    ['workbook', 'sheet.main'],
    ['styles', 'styles'],
    ['sharedStrings', 'sharedStrings'],
    ...names.map((_, at) => [sheetPath(at), 'worksheet']),
  ].map(
    ([path, type]) =>
      `<Override PartName="/xl/${path}.xml" ContentType="${openXml}-officedocument.spreadsheetml.${type}+xml"/>`,
  );
  return `<Types xmlns="${SCHEMAS}/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="${openXml}-package.relationships+xml"/>${parts.join('')}</Types>`;
}

/** What a file refers to, by the kind and the path of each; numbered from 1. */
function relationships(
  targets: readonly (readonly [kind: string, path: string])[],
): string {
  const all = targets.map(
    ([kind, path], at) =>
      `<Relationship Id="rId${at + 1}" Type="${RELATIONS}/${kind}" Target="${path}.xml"/>`,
  );
  return `<Relationships xmlns="${SCHEMAS}/package/2006/relationships">${all.join('')}</Relationships>`;
}

function workbook(names: readonly string[]): string {
  const sheets = names.map(
    (name, at) =>
      `<sheet name="${escaped(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
  );
  // Views of sheets refer to the view of the workbook.
  return `<workbook ${MAIN} xmlns:r="${RELATIONS}"><bookViews><workbookView/></bookViews><sheets>${sheets.join('')}</sheets></workbook>`;
}

// Styles are named by their place in `cellXfs`.
const BOLD = ' s="1"';
const DATE = ' s="2"';
const FONT = '<sz val="11"/><name val="Calibri"/><family val="2"/>';
/** Excel expects the two fills, and takes them for its own. */
const STYLES = `<styleSheet ${MAIN}><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy-mm-dd hh:mm"/></numFmts><fonts count="2"><font>${FONT}</font><font><b/>${FONT}</font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf fontId="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

function worksheet(
  { head, rows, widths = [], hasFilter = false }: Sheet,
  at: number,
  texts: Texts,
): string {
  const pane = head
    ? '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
    : '';
  const columns = widths.map(
    (width, column) =>
      `<col min="${column + 1}" max="${column + 1}" width="${width}" customWidth="1"/>`,
  );
  const below = head ? 2 : 1;
  return [
    `<worksheet ${MAIN}><sheetViews><sheetView${at === 0 ? ' tabSelected="1"' : ''} workbookViewId="0">${pane}</sheetView></sheetViews>`,
    // Excel repairs an empty list of columns.
    columns.length > 0 ? `<cols>${columns.join('')}</cols>` : '',
    '<sheetData>',
    head ? rowOf(head, 1, texts, BOLD) : '',
    ...rows.map((row, index) => rowOf(row, index + below, texts)),
    '</sheetData>',
    head && hasFilter
      ? `<autoFilter ref="A1:${columnName(head.length - 1)}${rows.length + 1}"/>`
      : '',
    '</worksheet>',
  ].join('');
}

function rowOf(
  cells: readonly Cell[],
  number: number,
  texts: Texts,
  style = '',
): string {
  const filled = cells.map((cell, at) =>
    cell === null || cell === ''
      ? ''
      : `<c r="${columnName(at)}${number}"${contentOf(cell, texts, style)}</c>`,
  );
  return `<row r="${number}">${filled.join('')}</row>`;
}

/** The rest of a cell's tag, and what is inside. */
function contentOf(
  cell: string | number | Date,
  texts: Texts,
  style: string,
): string {
  if (typeof cell === 'string') {
    const at = texts.get(cell) ?? texts.size;
    texts.set(cell, at);
    return `${style} t="s"><v>${at}</v>`;
  }
  const value = typeof cell === 'number' ? cell : daysOf(cell);
  // The file has no word for what is no number; Excel would repair it.
  if (!Number.isFinite(value)) return ' t="e"><v>#NUM!</v>';
  return `${typeof cell === 'number' ? '' : DATE}><v>${value}</v>`;
}

const DAY_MS = 86_400_000;
/** 1 January 1970, in days as Excel counts them. */
const EPOCH_DAYS = 25_569;

/** The moment as a workbook counts it, by the clock of this device. */
function daysOf(moment: Date): number {
  const shown = moment.getTime() - moment.getTimezoneOffset() * 60_000;
  return shown / DAY_MS + EPOCH_DAYS;
}

/** A to Z, AA, AB and so on, from 0. */
function columnName(at: number): string {
  const last = String.fromCharCode(65 + (at % 26));
  return at < 26 ? last : columnName(Math.floor(at / 26) - 1) + last;
}

/** Excel's own limit for the text of a cell. */
const CELL_MAX = 32_767;
const CUT_MARK = ' […]';

function sharedStrings(texts: Texts): string {
  const items = Array.from(
    texts.keys(),
    (text) => `<si><t xml:space="preserve">${cellText(text)}</t></si>`,
  );
  return `<sst ${MAIN}>${items.join('')}</sst>`;
}

function cellText(text: string): string {
  const whole = escaped(text);
  // Escaped signs are counted as they are written, as Excel is reported to do.
  if (whole.length <= CELL_MAX) return whole;
  const start = whole.slice(0, CELL_MAX - CUT_MARK.length);
  // Neither an escaped sign nor a pair of surrogates is cut in two.
  return start.replace(/(&[^;]*|_x\w{0,4}|[\ud800-\udbff])$/, '') + CUT_MARK;
}

/** What XML 1.0 cannot hold, not even escaped (section 2.2), halves of pairs included. */
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Text as it stands between tags or in an attribute. */
function escaped(text: string): string {
  return (
    text
      .replace(FORBIDDEN, '')
      // A reader of XML sees one line break for each of these.
      .replace(/\r\n?/g, '\n')
      // Excel reads `_x0041_` as A, and `_x005F_` as the underscore.
      .replace(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
  );
}

/** Excel's own limit, and the signs that it does not take in a sheet's name. */
const SHEET_NAME_MAX = 31;
const SHEET_NAME_SIGNS = /[[\]:*?/\\\s]/g;

/** Names that a workbook takes: short, without its signs, no two alike. */
function sheetNames(names: readonly string[]): string[] {
  // A name that Excel keeps for itself.
  const taken = new Set(['history']);
  return names.map((name, at) => {
    const clean =
      name
        .replace(FORBIDDEN, '')
        .replace(SHEET_NAME_SIGNS, ' ')
        // Excel takes none at either end.
        .replaceAll("'", '’')
        .trim() || String(at + 1);
    let free = clean.slice(0, SHEET_NAME_MAX);
    for (let number = 2; taken.has(free.toLowerCase()); number += 1) {
      const suffix = ` ${number}`;
      free = clean.slice(0, SHEET_NAME_MAX - suffix.length) + suffix;
    }
    taken.add(free.toLowerCase());
    return free;
  });
}
