import { config } from '@/config';
import { loadPhones } from '@/data/phones';
import type { ThreadRow } from '@/db/cache';
import { databases } from '@/db/open';
import { readOpenOps } from '@/db/open-ops';
import type { County } from '@/domain/county';
import type { Observer } from '@/domain/observers/observer';
import type { Overlaid } from '@/domain/outbox/overlay';
import {
  overlayCounties,
  overlayObservers,
  overlayThread,
} from '@/domain/outbox/overlay';
import type { Thread } from '@/domain/answers/thread';

import { useLive } from '@/data/live/use-live';
import { fold, hasWords, nameWords } from '@/domain/words';

/** The cached rows that fit a text; of each kind only the best few. */
export interface SearchResults {
  counties: Overlaid<County>[];
  observers: Overlaid<Observer>[];
  threads: FoundThread[];
}

interface FoundThread extends Overlaid<Thread> {
  /** It stands in the urgent list. */
  isUrgent: boolean;
}

/** Rows of a kind. */
const MOST = 6;
/** Of so many observers the threads are looked up. */
const REPORTERS = 20;
const NOTHING: SearchResults = { counties: [], observers: [], threads: [] };

/**
 * Cached counties, observers and threads whose names or numbers contain every
 * word of `text`, regardless of case and diacritics. Threads are found by the
 * number of their station, their county or their observer. A blank text finds
 * nothing; undefined until the cache is read.
 */
export function useSearch(text: string): SearchResults | undefined {
  const words = nameWords(text);
  return useLive(`search:${text.trim()}`, async () =>
    words.length === 0 ? NOTHING : find(text.trim(), words),
  );
}

async function find(
  text: string,
  words: readonly string[],
): Promise<SearchResults> {
  const { cache, intent } = databases();
  const { isPhonePart, phoneFinder } = await loadPhones();
  const isOfPhone = isPhonePart(text)
    ? phoneFinder(text, config.phoneCountry)
    : undefined;
  const [countyRows, observerRows, ops] = await Promise.all([
    cache.counties.toArray(),
    // Thousands of rows by one read: a cursor over them takes several times as long.
    cache.observers.toArray(),
    readOpenOps(intent.outbox),
  ]);
  const counties = overlayCounties(countyRows, ops).filter(({ name, code }) =>
    hasWords(fold(`${name} ${code}`), words),
  );
  const observers = bestFirst(
    overlayObservers(observerRows, ops).filter(
      ({ name, phone }) =>
        hasWords(fold(`${name} ${phone}`), words) ||
        isOfPhone?.(phone) === true,
    ),
    words,
  );
  const rows = await findThreads(words, counties, observers);
  return {
    counties: bestFirst(counties, words).slice(0, MOST),
    observers: observers.slice(0, MOST),
    threads: newestOnce(rows).map((row) => ({
      ...overlayThread(row, ops),
      isUrgent: row.list === 'urgent',
    })),
  };
}

async function findThreads(
  words: readonly string[],
  counties: readonly County[],
  observers: readonly Observer[],
): Promise<ThreadRow[]> {
  const { threads } = databases().cache;
  const lists = ['urgent', 'all'] as const;
  const number = words.findLast((word) => /^\d{1,6}$/.test(word));
  const found = await Promise.all([
    threads
      .where('[list+stationNumber]')
      .anyOf(
        number === undefined
          ? []
          : lists.map((list): [string, number] => [list, Number(number)]),
      )
      .filter(({ pollingStationName, observerName }) =>
        hasWords(fold(`${pollingStationName} ${observerName}`), words),
      )
      .toArray(),
    threads
      .where('[list+observerId]')
      .anyOf(
        observers
          .slice(0, REPORTERS)
          .flatMap(({ id }) =>
            lists.map((list): [string, number] => [list, id]),
          ),
      )
      .toArray(),
    ...counties
      .slice(0, MOST)
      .flatMap(({ code }) =>
        lists.map((list) =>
          threads
            .where('[list+county+order]')
            .between([list, code, -Infinity], [list, code, Infinity])
            .reverse()
            .limit(MOST)
            .toArray(),
        ),
      ),
  ]);
  return found.flat();
}

/** Each thread once, as urgent when it is; the newest of them. */
function newestOnce(rows: readonly ThreadRow[]): ThreadRow[] {
  const byKey = new Map<string, ThreadRow>();
  for (const row of rows) {
    if (byKey.get(row.key)?.list !== 'urgent') byKey.set(row.key, row);
  }
  return [...byKey.values()]
    .toSorted((a, b) => b.order - a.order)
    .slice(0, MOST);
}

/** Those whose name begins with the first word, then the others. */
function bestFirst<T extends { name: string }>(
  rows: readonly T[],
  [first = '']: readonly string[],
): T[] {
  const begins = ({ name }: T) => fold(name).startsWith(first);
  return rows.toSorted((a, b) => Number(begins(b)) - Number(begins(a)));
}
