/** So much of a file shows whether it is markup, in bytes. */
const HEAD_BYTES = 2048;

/**
 * The rows of a file that is a table of a web page, or a spreadsheet in XML of 2003:
 * both are saved with names that end in .xls.
 * @returns undefined where the file is neither.
 */
export async function readMarkup(file: Blob): Promise<string[][] | undefined> {
  const head = await file.slice(0, HEAD_BYTES).text();
  if (
    !/^\uFEFF?\s*<(?:!doctype html|html|head|meta|style|table|\?xml)\b/i.test(
      head,
    )
  ) {
    return undefined;
  }
  const text = await decoded(file, head);
  const isXml = /urn:schemas-microsoft-com:office:spreadsheet/.test(head);
  return isXml ? spreadsheetRows(text) : pageRows(text);
}

async function decoded(file: Blob, head: string): Promise<string> {
  const [, said = 'utf-8'] =
    /(?:charset|encoding)=["']?([\w-]+)/i.exec(head) ?? [];
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder(said).decode(bytes);
  } catch {
    // An encoding that nobody knows.
    return new TextDecoder().decode(bytes);
  }
}

/** The largest table: others around it lay out the page. */
function pageRows(text: string): string[][] {
  const page = new DOMParser().parseFromString(text, 'text/html');
  const tables = [...page.querySelectorAll('table')].map((table) =>
    [...table.rows].map((row) =>
      [...row.cells].flatMap((cell) => [
        cell.textContent,
        ...Array.from<string>({ length: cell.colSpan - 1 }).fill(''),
      ]),
    ),
  );
  return tables.toSorted((a, b) => b.length - a.length)[0] ?? [];
}

function spreadsheetRows(text: string): string[][] {
  const book = new DOMParser().parseFromString(text, 'text/xml');
  const [sheet] = book.getElementsByTagName('Table');
  return [...(sheet?.getElementsByTagName('Row') ?? [])].map((row) => {
    const cells: string[] = [];
    for (const cell of row.getElementsByTagName('Cell')) {
      const index = Number(cell.getAttribute('ss:Index') ?? cells.length + 1);
      while (cells.length < index - 1) cells.push('');
      cells.push(cell.textContent.trim());
    }
    return cells;
  });
}
