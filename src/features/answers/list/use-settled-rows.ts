import { useCallback, useState } from 'react';

import type { News, Settled, SettlingRow } from './settled-rows';
import { adoptRows, settleRows } from './settled-rows';

interface Page<Row> {
  /** Which page of which list under which filter; another one is shown at once. */
  question: string;
  /** The newest rows; undefined while they are read. */
  latest: readonly Row[] | undefined;
  /** The first page of its list. */
  isTop: boolean;
  /** The reader has just come here and may still see the rows arrive. */
  isArriving: boolean;
}

interface SettledPage<Row> {
  rows: readonly Row[] | undefined;
  /** What waits behind the pill. */
  news: News | undefined;
  /** Shows the newest rows. */
  adopt: () => void;
}

/**
 * Holds the rows of a page in place while the user reads them (docs/product.md:
 * a pill instead of rows that jump under the cursor).
 */
export function useSettledRows<Row extends SettlingRow>(
  page: Page<Row>,
): SettledPage<Row> {
  const { question, latest } = page;
  const [shown, setShown] = useState<Settled<Row>>();
  const next = follow(shown, page);
  if (next !== shown) setShown(next);

  const adopt = useCallback(() => {
    setShown((now) => now && adoptRows(now.question, now.latest, now.rows));
  }, []);

  const isShown = latest !== undefined && next?.question === question;
  return {
    rows: isShown ? next.rows : undefined,
    news: isShown ? next.news : undefined,
    adopt,
  };
}

function follow<Row extends SettlingRow>(
  shown: Settled<Row> | undefined,
  { question, latest, isTop, isArriving }: Page<Row>,
): Settled<Row> | undefined {
  if (latest === undefined) return shown;
  if (shown?.question !== question) return adoptRows(question, latest);
  if (shown.latest === latest && !(isArriving && shown.news)) return shown;
  return isArriving
    ? adoptRows(question, latest, shown.rows)
    : settleRows(shown, latest, isTop);
}
