/** How long something took. */
export interface Duration {
  name: string;
  ms: number;
}

/** Files and tests that a run prints, the slowest first. */
const SHOWN = 20;

/** The slowest files and tests of a run, for people; a test never asserts them. */
export function slowest(
  files: readonly Duration[],
  tests: readonly Duration[],
): string {
  return [
    '  Slowest files',
    ...linesOf(files),
    '  Slowest tests',
    ...linesOf(tests),
  ].join('\n');
}

function linesOf(durations: readonly Duration[]): string[] {
  return durations
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, SHOWN)
    .map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(8)} s  ${name}`);
}
