import type { Level } from '@/components/map/county-shapes';
import { LEVELS } from '@/components/map/county-shapes';
import type { Coverage } from '@/domain/coverage/figures';

/** What the map is coloured by. */
export const MEASURES = ['share', 'urgent', 'silence'] as const;
export type Measure = (typeof MEASURES)[number];

/** Where each level ends, the last one has no end; the legend says the same in words. */
const BELOW: Record<Measure, readonly number[]> = {
  share: [Number.MIN_VALUE, 0.25, 0.5, 0.75],
  urgent: [1, 5, 20, 100],
  /** Minutes. */
  silence: [30, 60, 120, 240],
};

/**
 * The colour of a county; undefined when its figure is not known.
 * @param now epoch ms by the server's clock.
 */
export function levelOf(
  figures: Coverage,
  measure: Measure,
  now: number,
): Level | undefined {
  const value = figureOf(figures, measure, now);
  if (value === undefined) return undefined;
  return LEVELS.find((level) => value < (BELOW[measure][level] ?? Infinity));
}

/**
 * What colours a county: a share, a number of threads, or minutes; undefined when
 * it is not known. @param now epoch ms by the server's clock.
 */
export function figureOf(
  figures: Coverage,
  measure: Measure,
  now: number,
): number | undefined {
  const { oldestSilence } = figures;
  if (measure !== 'silence') return figures[measure];
  return oldestSilence && (now - oldestSilence.since) / 60_000;
}
