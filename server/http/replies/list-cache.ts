import type { JsonText } from './send-json';

/** For this long a list may miss the writes of another process. */
export const FRESH_MS = 1_000;
/** Users type filters freely, so the number of cached answers has a limit. */
const MAX_KEYS = 1_000;
/** A page has no largest size, so the memory of all pages has a limit, too. */
const MAX_CHARACTERS = 16 * 1024 * 1024;

/**
 * Pages and totals of lists, cached for a moment: fifty people who look at a
 * list ask the same. A key names all that the answer depends on, the rights of
 * the caller included. Simultaneous callers share one reading.
 */
export interface ListCache {
  total: (key: string, count: () => Promise<number>) => Promise<number>;
  page: (key: string, load: () => Promise<JsonText>) => Promise<JsonText>;
  /** Call it after each write: the next reader asks the database. */
  forget: () => void;
}

/** All that was read since `since`; it becomes too old at once. */
interface Window {
  since: number;
  totals: Map<string, Promise<number>>;
  pages: Map<string, Promise<JsonText>>;
  characters: number;
}

/** An empty cache. `now` is in milliseconds of any clock that never goes back. */
export function createListCache(now = () => performance.now()): ListCache {
  const openWindow = (): Window => ({
    since: now(),
    totals: new Map(),
    pages: new Map(),
    characters: 0,
  });
  let current = openWindow();

  const currentWindow = () => {
    const { since, totals, pages } = current;
    const isFull = totals.size + pages.size >= MAX_KEYS;
    if (isFull || now() - since >= FRESH_MS) current = openWindow();
    return current;
  };
  return {
    total: (key, count) => readOnce(currentWindow().totals, key, count),
    page: (key, load) => {
      const window = currentWindow();
      return readOnce(window.pages, key, async () => {
        const page = await load();
        window.characters += page.text.length;
        if (window.characters > MAX_CHARACTERS) {
          window.pages.clear();
          window.characters = 0;
        }
        return page;
      });
    },
    forget: () => {
      // A reading that still runs belongs to the old window, where nobody
      // finds it any more.
      current = openWindow();
    },
  };
}

function readOnce<T>(
  known: Map<string, Promise<T>>,
  key: string,
  read: () => Promise<T>,
): Promise<T> {
  const found = known.get(key);
  if (found) return found;
  const reading = read();
  known.set(key, reading);
  // A failure must not be answered to later callers.
  reading.catch(() => known.delete(key));
  return reading;
}
