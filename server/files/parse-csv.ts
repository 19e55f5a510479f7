/** A text that is no CSV, and the line, counted from 1, where that shows. */
export class CsvError extends Error {
  constructor(line: number, reason: string) {
    super(`Line ${line}: ${reason}`);
    this.name = 'CsvError';
  }
}

/**
 * The records of a text by RFC 4180, with any line ends. Throws a `CsvError`
 * for quotes that the RFC does not allow, instead of guessing: one that is
 * never closed would swallow all records after it. Blanks after a closing quote
 * are overlooked, and with tabs a quote inside of a cell is a sign like others:
 * there nothing else needs quotes, so few programs write them.
 */
export function parseCsv(text: string, separator: ',' | '\t'): string[][] {
  const rows: string[][] = [];
  let cells: string[] = [];
  let line = 1;
  let at = 0;

  const isLineEnd = () => text[at] === '\n' || text[at] === '\r';
  const isCellEnd = () =>
    at >= text.length || text[at] === separator || isLineEnd();

  /** Steps over one line end, of one sign or two. */
  function skipLineEnd(): string {
    const end = text.startsWith('\r\n', at) ? '\r\n' : (text[at] ?? '');
    at += end.length;
    line += 1;
    return end;
  }

  function plainCell(): string {
    const start = at;
    while (!isCellEnd()) {
      if (text[at] === '"' && separator === ',') {
        throw new CsvError(
          line,
          'there is a quote in a cell that does not begin with one. Put the cell in quotes, and write each quote in it twice.',
        );
      }
      at += 1;
    }
    return text.slice(start, at);
  }

  function quotedCell(): string {
    const opened = line;
    let cell = '';
    at += 1;
    for (;;) {
      if (at >= text.length) {
        throw new CsvError(opened, 'a quote is opened and never closed.');
      }
      if (isLineEnd()) {
        cell += skipLineEnd();
        continue;
      }
      const isQuote = text[at] === '"';
      if (isQuote && text[at + 1] !== '"') break;
      cell += text[at];
      // A quote inside of quotes is written twice.
      at += isQuote ? 2 : 1;
    }
    at += 1;
    while (text[at] === ' ') at += 1;
    if (isCellEnd()) return cell;
    const where = opened === line ? '' : `, which was opened in line ${opened}`;
    throw new CsvError(
      line,
      `there is text after a closing quote${where}. A quote inside of quotes is written twice.`,
    );
  }

  while (at < text.length) {
    cells.push(text[at] === '"' ? quotedCell() : plainCell());
    if (text[at] === separator) {
      at += 1;
      if (at < text.length) continue;
      cells.push('');
    } else if (at < text.length) {
      skipLineEnd();
    }
    rows.push(cells);
    cells = [];
  }
  return rows;
}
