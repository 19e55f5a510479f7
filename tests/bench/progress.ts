import type { Measure } from './measures';

/** What is going to run: one measure on one build in one round. */
export interface Step {
  measure: Measure;
  side: string;
  round: number;
}

/** Tells on stderr what runs now, and how long all the rest takes. */
export function openProgress(
  steps: readonly Step[],
  log: (line: string) => void,
) {
  const seen = new Map<Measure, number[]>();
  const expected = ({ measure }: Step) => {
    const took = seen.get(measure);
    if (!took) return measure.seconds * pace();
    return took.reduce((sum, each) => sum + each, 0) / took.length;
  };
  /** How much slower this machine and size are than the table of measures says. */
  const pace = () => {
    const known = [...seen].flatMap(([{ seconds }, took]) =>
      took.map((each) => each / seconds),
    );
    if (known.length === 0) return 1;
    return known.reduce((sum, each) => sum + each, 0) / known.length;
  };
  return {
    begin(at: number): void {
      const step = steps[at];
      if (!step) return;
      const rest = steps
        .slice(at)
        .reduce((sum, each) => sum + expected(each), 0);
      log(
        `round ${step.round}, ${step.measure.name}, ${step.side}: ` +
          `${at + 1} of ${steps.length}, about ${describe(rest)} left`,
      );
    },
    end(at: number, seconds: number): void {
      const measure = steps[at]?.measure;
      if (!measure) return;
      seen.set(measure, [...(seen.get(measure) ?? []), seconds]);
    },
  };
}

function describe(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  return `${Math.ceil(seconds / 60)} min`;
}
