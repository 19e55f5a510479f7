import { inflateRawSync } from 'node:zlib';

const FILE_HEADER = 0x02014b50;

/** The files of a zip as texts, by their names, from its central directory. */
export function unzip(zip: Buffer): Map<string, string> {
  const files = new Map<string, string>();
  let at = zip.readUInt32LE(zip.length - 22 + 16);
  while (zip.readUInt32LE(at) === FILE_HEADER) {
    const size = zip.readUInt32LE(at + 20);
    const nameLength = zip.readUInt16LE(at + 28);
    const rest = zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const local = zip.readUInt32LE(at + 42);
    const start =
      local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const packed = zip.subarray(start, start + size);
    const isPacked = zip.readUInt16LE(at + 10) === 8;
    files.set(name, (isPacked ? inflateRawSync(packed) : packed).toString());
    at += 46 + nameLength + rest;
  }
  return files;
}

/**
 * The sheets of a spreadsheet as rows of texts, by their names: what a program
 * shows. A formula is shown with a `=` in front, which no text has.
 */
export async function readXlsx(
  response: Response,
): Promise<Record<string, string[][]>> {
  const files = unzip(Buffer.from(await response.arrayBuffer()));
  const shared = matches(
    files.get('xl/sharedStrings.xml'),
    /<si>(.*?)<\/si>/gs,
  ).map((text) => textOf(text.replace(/<[^>]*>/g, '')));
  const names = matches(
    files.get('xl/workbook.xml'),
    /<sheet [^>]*name="([^"]*)"/g,
  ).map(textOf);
  return Object.fromEntries(
    names.map((name, at) => {
      const sheet = files.get(`xl/worksheets/sheet${at + 1}.xml`) ?? '';
      const rows = matches(sheet, /<row[^>]*>(.*?)<\/row>/gs);
      return [name, rows.map((row) => cellsOf(row, shared))];
    }),
  );
}

function cellsOf(row: string, shared: string[]): string[] {
  const cells: string[] = [];
  for (const [, column = '', type, content = ''] of row.matchAll(
    /<c r="([A-Z]+)\d+"(?:[^>]*? t="(\w+)")?[^>]*>(.*?)<\/c>/gs,
  )) {
    const value = /<v>(.*?)<\/v>/s.exec(content)?.[1] ?? '';
    const formula = /<f>(.*?)<\/f>/s.exec(content)?.[1];
    const at = [...column].reduce(
      (n, sign) => n * 26 + sign.charCodeAt(0) - 64,
      0,
    );
    while (cells.length < at - 1) cells.push('');
    cells.push(
      formula === undefined
        ? type === 's'
          ? (shared[Number(value)] ?? '')
          : value
        : `=${unescape(formula)}`,
    );
  }
  return cells;
}

function matches(text: string | undefined, pattern: RegExp): string[] {
  return [...(text ?? '').matchAll(pattern)].map(([, part = '']) => part);
}

/** The text that a program shows: it reads `_x0041_` as A (ECMA-376, ST_Xstring). */
function textOf(written: string): string {
  return unescape(written).replace(/_x([\dA-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(parseInt(code, 16)),
  );
}

function unescape(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}
