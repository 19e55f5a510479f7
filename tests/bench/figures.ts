/** One measured value, and what design asks of it. */
export interface Figure {
  what: string;
  value: number;
  unit: 'ms' | 's' | 'rows' | 'reads' | 'requests' | 'kB' | 'MB' | 'of raw';
  /** The budget, in `unit`; absent: printed without one. */
  atMost?: number | undefined;
  atLeast?: number | undefined;
}

/** @param share 0.5 for the median, 0.95 for p95. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1);
  return sorted[Math.max(0, at)] ?? Number.NaN;
}

export interface Summary {
  median: number;
  min: number;
  max: number;
  /** One for each round, in their order. */
  values: readonly number[];
}

export function summarise(values: readonly number[]): Summary {
  return {
    median: percentile(values, 0.5),
    min: Math.min(...values),
    max: Math.max(...values),
    values,
  };
}
