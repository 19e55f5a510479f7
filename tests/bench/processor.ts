import type { Figure } from './figures';
import { percentile } from './figures';

const ROWS = 20_000;
const TURNS = 15;

/**
 * A fixed piece of work with objects and texts, before each measure: it says how fast
 * the machine was then, so that a slow hour is not taken for a slow build.
 */
export function processorPace(): Figure {
  const times = Array.from({ length: TURNS }, () => {
    const from = performance.now();
    work();
    return performance.now() - from;
  });
  return {
    what: `the machine: ${ROWS} rows written as JSON, read and sorted`,
    value: percentile(times, 0.5),
    unit: 'ms',
  };
}

function work(): void {
  const rows = Array.from({ length: ROWS }, (_, at) => ({
    id: at,
    name: `row ${(at * 7_919) % ROWS}`,
  }));
  const read = JSON.parse(JSON.stringify(rows)) as typeof rows;
  read.sort((one, other) => (one.name < other.name ? -1 : 1));
}
