/** What settling needs to know of a row. */
export interface SettlingRow {
  key: string;
  /** Grows when the row moved to the top. */
  order: number;
  /** Never read on this device. */
  isUnread: boolean;
}

/** What waits behind the pill. Both 0: rows moved or left, nothing can be counted. */
export interface News {
  fresh: number;
  changed: number;
}

/** A page as it stands on the screen. */
export interface Settled<Row extends SettlingRow> {
  /** Which page of which list under which filter. */
  question: string;
  /** The newest rows that were looked at. */
  latest: readonly Row[];
  /** Key and order of the rows when they were put on the screen. */
  adopted: ReadonlyMap<string, number>;
  /** The rows in their places, with their newest values. */
  rows: readonly Row[];
  news?: News | undefined;
}

/** Puts the newest rows on the screen. */
export function adoptRows<Row extends SettlingRow>(
  question: string,
  latest: readonly Row[],
  before: readonly Row[] = [],
): Settled<Row> {
  return {
    question,
    latest,
    adopted: new Map(latest.map(({ key, order }) => [key, order])),
    rows: latest.map((row) => steady(row, before)),
  };
}

/**
 * Rows that are being read keep their places. Their values follow; a new
 * order, new rows and rows that left wait behind the pill. Rows that only come
 * after the last one move nothing and are taken over. On the first page
 * (`isTop`) a row from above is new or changed; on others it may only have
 * been pushed down.
 */
export function settleRows<Row extends SettlingRow>(
  shown: Settled<Row>,
  latest: readonly Row[],
  isTop: boolean,
): Settled<Row> {
  const places = [...shown.adopted.keys()];
  const isInPlace = places.every((key, at) => latest[at]?.key === key);
  if (isInPlace) return adoptRows(shown.question, latest, shown.rows);
  const byKey = new Map(latest.map((row) => [row.key, row]));
  return {
    question: shown.question,
    latest,
    adopted: shown.adopted,
    rows: shown.rows.map((row) => steady(byKey.get(row.key) ?? row, [row])),
    news: isTop ? countNews(shown.adopted, latest) : { fresh: 0, changed: 0 },
  };
}

function countNews(
  adopted: ReadonlyMap<string, number>,
  latest: readonly SettlingRow[],
): News {
  const lowest = Math.min(...adopted.values());
  const risen = latest.filter(({ key, order }) => {
    const before = adopted.get(key);
    return before === undefined ? order > lowest : order > before;
  });
  const fresh = risen.filter(
    ({ key, isUnread }) => isUnread && !adopted.has(key),
  );
  return { fresh: fresh.length, changed: risen.length - fresh.length };
}

/** The same object as before while nothing in it changed: its row is not drawn again. */
function steady<Row extends SettlingRow>(
  row: Row,
  before: readonly Row[],
): Row {
  const old = before.find(({ key }) => key === row.key);
  return old && JSON.stringify(old) === JSON.stringify(row) ? old : row;
}
