/**
 * Answers that are given again for a while although they may no longer be true:
 * what real servers with careless caches do. Used by quirks only; this server
 * has no cache of contents.
 */
export interface Stale {
  /** The stored answer, or a new one, which is stored. */
  read: (
    key: string,
    forMs: number,
    load: () => Promise<unknown>,
  ) => Promise<unknown>;
  /** Empties the cache, for POST /api/v1/cache/clear (docs/api-contract.md 4.7). */
  clear: () => void;
}

/** An empty memory on the server's clock. */
export function createStale(now: () => Date): Stale {
  const kept = new Map<string, { until: number; answer: Promise<unknown> }>();
  return {
    read(key, forMs, load) {
      const at = now().getTime();
      const found = kept.get(key);
      if (found && at < found.until) return found.answer;
      const answer = load();
      kept.set(key, { until: at + forMs, answer });
      return answer;
    },
    clear: () => kept.clear(),
  };
}
