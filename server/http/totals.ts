/** How long a total may be that of another process's past. */
const FRESH_MS = 1_000;
/** Filters can be typed by anybody; more than this are not remembered. */
const MAX_KEYS = 1_000;

/**
 * Totals of filtered lists, remembered for a moment. Counting is most of the
 * work of a page, and fifty people who look at a list ask for the same total.
 */
export interface Totals {
  /** The remembered total, or a new count; simultaneous callers share one. */
  read: (key: string, count: () => Promise<number>) => Promise<number>;
  /** Something was written here: the next reader counts. */
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
      // A count that failed is nobody's total.
      total.catch(() => mine.delete(key));
      return total;
    },
    forget: () => {
      // A new map: a count that still runs must not be found afterwards.
      known = new Map();
    },
  };
}
