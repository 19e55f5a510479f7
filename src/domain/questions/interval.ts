/** A share with the interval in which it lies in 95 of 100 samples. */
export interface Interval {
  low: number;
  high: number;
}

/** The quantile of the normal distribution that leaves 2.5 % on each side. */
const Z = 1.959964;

/**
 * The 95 % interval of a share in a random sample, by Wilson's score (docs/questions.md).
 * @param hits stations of the sample with the answer; @param size stations that answered.
 * @returns undefined where nobody answered.
 */
export function wilson(hits: number, size: number): Interval | undefined {
  if (size <= 0) return undefined;
  const share = hits / size;
  const z2 = Z * Z;
  const middle = share + z2 / (2 * size);
  const spread = Z * Math.sqrt((share * (1 - share) + z2 / (4 * size)) / size);
  const whole = 1 + z2 / size;
  return {
    low: Math.max(0, (middle - spread) / whole),
    high: Math.min(1, (middle + spread) / whole),
  };
}
