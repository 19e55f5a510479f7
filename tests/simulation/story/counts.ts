/** How often each thing happened, by name. */
export type Counts = Map<string, number>;

/** Counts one more of something. */
export function count(counts: Counts, what: string, times = 1): void {
  counts.set(what, (counts.get(what) ?? 0) + times);
}
