import { fold } from '@/domain/words';

/** What a table file is to have. */
export interface TableLayout<Column extends string> {
  /** In their order in a file whose columns tell nothing. */
  columns: readonly Column[];
  /** Those of `columns` that a file need not have. */
  optional?: readonly Column[];
  /** How a column may be called, folded and without anything but letters. */
  names: Record<Column, readonly string[]>;
  /** How the cells of a column look that no other one has. */
  looks?: Partial<Record<Column, (cell: string) => boolean>>;
}

/** A column of the file, for a person who decides what it is. */
export interface FileColumn<Column extends string> {
  /** Its head; '' where it has none. */
  head: string;
  /** A few of its cells. */
  samples: string[];
  /** What it is read as; undefined: it is not read. */
  column: Column | undefined;
}

/** What each column of a file is, from the first one on; undefined: it is not read. */
export type ColumnChoice<Column extends string> = readonly (
  | Column
  | undefined
)[];

export interface FoundColumns<Column extends string> {
  /** How many of the rows stand above the data: titles and heads. */
  skipped: number;
  columns: FileColumn<Column>[];
  /** The heads say it, and nothing had to be guessed. */
  isSure: boolean;
  /** Columns that the file has to have and has not. */
  missing: Column[];
}

/** A head stands in one of so many rows. */
const HEAD_WITHIN = 10;
/** So many rows show what a column has. */
const SAMPLE_ROWS = 50;
const SAMPLES_SHOWN = 3;
/** A column is what so many of its cells look like. */
const LOOKS_SHARE = 0.6;

/**
 * Finds out what the columns of a file are: by their heads, and where these do not tell
 * by their cells.
 * @param rows without blank ones, cells trimmed. @param chosen by a person.
 */
export function findColumns<Column extends string>(
  rows: readonly (readonly string[])[],
  layout: TableLayout<Column>,
  chosen?: ColumnChoice<Column>,
): FoundColumns<Column> {
  const headAt = findHead(rows, layout);
  const head = headAt === undefined ? [] : (rows[headAt] ?? []);
  const skipped = headAt === undefined ? 0 : headAt + 1;
  const data = rows.slice(skipped, skipped + SAMPLE_ROWS);
  const width = head.length > 0 ? head.length : usualWidth(data);
  const cellsOf = (at: number) =>
    data.map((row) => row[at] ?? '').filter((cell) => cell !== '');

  const found = chosen ?? guess(head, cellsOf, width, layout);
  const isSure =
    chosen !== undefined || (headAt !== undefined && isByHeads(head, layout));
  const columns = Array.from({ length: width }, (_, at) => ({
    head: head[at] ?? '',
    samples: [...new Set(cellsOf(at))].slice(0, SAMPLES_SHOWN),
    column: found[at],
  }));
  const missing = needed(layout).filter((column) => !found.includes(column));
  return { skipped, columns, isSure: isSure && missing.length === 0, missing };
}

/** The columns that a file has to have. */
function needed<Column extends string>({
  columns,
  optional = [],
}: TableLayout<Column>): Column[] {
  return columns.filter((column) => !optional.includes(column));
}

/**
 * The row that names the most columns; one that has data of a column names none. Without
 * such a row the first one, where it alone does not look like the data of its columns.
 */
function findHead<Column extends string>(
  rows: readonly (readonly string[])[],
  layout: TableLayout<Column>,
): number | undefined {
  let best: { at: number; count: number } | undefined;
  for (const [at, row] of rows.slice(0, HEAD_WITHIN).entries()) {
    const named = layout.columns.filter((column) =>
      row.some((cell) => isNamed(cell, column, layout)),
    );
    // One name alone may stand in a title above the heads.
    const isEnough = named.length > (at === 0 && row.length > 1 ? 0 : 1);
    if (!isEnough || row.some(isPhoneLike)) continue;
    if (named.length > (best?.count ?? 0)) best = { at, count: named.length };
  }
  return best?.at ?? (isHeadOfOtherWords(rows, layout) ? 0 : undefined);
}

function isHeadOfOtherWords<Column extends string>(
  [first = [], ...others]: readonly (readonly string[])[],
  { looks }: TableLayout<Column>,
): boolean {
  if (first.length < 2 || first.some((cell) => cell === '' || /\d/.test(cell)))
    return false;
  const data = others.slice(0, SAMPLE_ROWS);
  return first.some((cell, at) => {
    const below = data.flatMap((row) => row[at] || []);
    return Object.values<((cell: string) => boolean) | undefined>(
      looks ?? {},
    ).some((isLike) => isLike && !isLike(cell) && areLike(below, isLike));
  });
}

/** Digits with what stands between: a row with such a cell has data. */
function isPhoneLike(cell: string): boolean {
  return /^\+?[\d\s().\-/]{4,}$/.test(cell);
}

/** Whether each column of the layout has one head that names it, and no second one. */
function isByHeads<Column extends string>(
  head: readonly string[],
  layout: TableLayout<Column>,
): boolean {
  return layout.columns.every((column) => {
    const count = candidatesOf(head, column, layout).length;
    return count === 1 || (count === 0 && !needed(layout).includes(column));
  });
}

function guess<Column extends string>(
  head: readonly string[],
  cellsOf: (at: number) => string[],
  width: number,
  layout: TableLayout<Column>,
): ColumnChoice<Column> {
  const found = Array.from<Column | undefined>({ length: width });
  for (const column of layout.columns) {
    const free = candidatesOf(head, column, layout).find(
      (at) => found[at] === undefined,
    );
    if (free !== undefined) found[free] = column;
  }
  const guessAmong = (
    columns: readonly Column[],
    isEligible: (place: number) => boolean,
  ) => {
    for (const column of columns) {
      const looks = layout.looks?.[column];
      if (found.includes(column) || !looks) continue;
      const at = found.findIndex(
        (taken, place) =>
          taken === undefined &&
          isEligible(place) &&
          areLike(cellsOf(place), looks),
      );
      if (at >= 0) found[at] = column;
    }
  };
  guessAmong(layout.columns, (place) => (head[place] ?? '') === '');
  // A head in words that nobody foresaw: the cells tell, and a person is asked.
  guessAmong(needed(layout), () => true);
  if (head.length > 0) return found;
  const wanted = needed(layout);
  const isBlank = found.every((column) => column === undefined);
  // Nothing tells: the order of the layout, where the file is as wide.
  if (isBlank && width === wanted.length) return wanted;
  const [last, ...others] = wanted.filter((column) => !found.includes(column));
  const isOneFree = found.filter((column) => column === undefined).length === 1;
  // One of each is left, and the others were recognised.
  return others.length === 0 && isOneFree
    ? found.map((column) => column ?? last)
    : found;
}

function areLike(cells: string[], looks: (cell: string) => boolean): boolean {
  return (
    cells.length > 0 && cells.filter(looks).length >= cells.length * LOOKS_SHARE
  );
}

/**
 * Places in the file whose head names a column: those that do so exactly, otherwise those
 * that have its name among their words and are not named by another column's.
 */
function candidatesOf<Column extends string>(
  head: readonly string[],
  column: Column,
  layout: TableLayout<Column>,
): number[] {
  const placesOf = (fits: (cell: string) => boolean) =>
    head.flatMap((cell, at) => (fits(cell) ? [at] : []));
  const exact = placesOf((cell) => isExact(cell, column, layout));
  if (exact.length > 0) return exact;
  const others = layout.columns.filter((each) => each !== column);
  return placesOf(
    (cell) =>
      isNamed(cell, column, layout) &&
      !others.some((other) => isExact(cell, other, layout)),
  );
}

function isExact<Column extends string>(
  cell: string,
  column: Column,
  { names }: TableLayout<Column>,
): boolean {
  return names[column].includes(lettersOf(cell));
}

function isNamed<Column extends string>(
  cell: string,
  column: Column,
  layout: TableLayout<Column>,
): boolean {
  if (isExact(cell, column, layout)) return true;
  const words = fold(cell).split(/[^a-z]+/);
  return layout.names[column].some((name) => words.includes(name));
}

function lettersOf(cell: string): string {
  return fold(cell).replaceAll(/[^a-z]/g, '');
}

/** How many cells most of the first rows have. */
function usualWidth(rows: readonly (readonly string[])[]): number {
  const counts = new Map<number, number>();
  for (const { length } of rows) {
    counts.set(length, (counts.get(length) ?? 0) + 1);
  }
  const [most] = [...counts].sort(([, a], [, b]) => b - a);
  return most?.[0] ?? 0;
}
