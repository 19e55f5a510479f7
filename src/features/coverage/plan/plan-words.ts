import type { PlanFigures } from '@/domain/plan/compare';
import type { PlanLine } from '@/domain/plan/plan';
import type { IconName } from '@/ui/icon';
import type { Tone } from '@/ui/marks/tone';

import type { PlanState } from './use-plan-query';

/** How each state looks beside its word. */
export const STATE_LOOKS: Record<PlanState, { tone: Tone; icon: IconName }> = {
  missing: { tone: 'flagged', icon: 'alert' },
  elsewhere: { tone: 'waiting', icon: 'map' },
  unchecked: { tone: 'neutral', icon: 'clock' },
  reported: { tone: 'done', icon: 'done' },
  upcoming: { tone: 'neutral', icon: 'clock' },
  unplanned: { tone: 'waiting', icon: 'user' },
};

/**
 * A figure of the plan; undefined for a 0 that is not known to be one, because
 * something is not checked yet.
 * @param isWhole all threads and observers of the server are cached.
 */
export function knownFigure(
  figures: PlanFigures,
  key: keyof PlanFigures,
  isWhole: boolean,
): number | undefined {
  const value = figures[key];
  if (value > 0) return value;
  const isOpen =
    key === 'unplanned'
      ? !isWhole
      : figures.unchecked > 0 && key !== 'upcoming';
  return isOpen ? undefined : value;
}

/**
 * When somebody should be there: "07:00 – 14:00"; one limit alone as "07:00 –" or
 * "– 14:00". Undefined without limits.
 */
export function spanText(
  { from, to }: Pick<PlanLine, 'from' | 'to'>,
  moment: (at: number) => string,
): string | undefined {
  if (from === undefined && to === undefined) return undefined;
  const text = (at: number | undefined) => (at === undefined ? '' : moment(at));
  return `${text(from)} – ${text(to)}`.trim();
}
