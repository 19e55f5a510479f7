/** For this long a total may miss the writes of another process. */
const FRESH_MS = 1_000;
/** Users type filters freely, so the number of cached totals has a limit. */
const MAX_KEYS = 1_000;

/**
 * Totals of filtered lists, cached for a moment. Counting is most of the work
 * of a page, and fifty people who look at a list ask for the same total.
 */
export interface Totals {
  /** The cached total, or a new count; simultaneous callers share one count. */
  read: (key: string, count: () => Promise<number>) => Promise<number>;
  /** Call it after each write: the next reader counts again. */
  forget: () => void;
}

/** An empty memory of totals. */
export function createTotals(): Totals {
  let known = new Map<string, { total: Promise<number>; at: number }>();
  return {
    read: (key, count) => {
      const now = performance.now();
      const found = known.get(key);
      if (found && now - found.at < FRESH_MS) return found.total;
      if (known.size >= MAX_KEYS) known = new Map();
      const total = count();
      const mine = known;
      mine.set(key, { total, at: now });
      // A failed count must not be answered to later callers.
      total.catch(() => mine.delete(key));
      return total;
    },
    forget: () => {
      // A new map: a count that still runs must not be found afterwards.
      known = new Map();
    },
  };
}
