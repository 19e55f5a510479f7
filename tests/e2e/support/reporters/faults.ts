import type { Reporter } from '@playwright/test/reporter';

import type { FaultCounts } from '../../../support/fault-proxy';
import { FAULT_ANNOTATION } from '../fault-count';

/** Prints at the end of a run how many faults of which kind were injected. */
function createFaultReporter(): Reporter {
  const counts: FaultCounts = {};
  return {
    onTestEnd(_test, { annotations }) {
      for (const { type, description = '' } of annotations) {
        if (type !== FAULT_ANNOTATION) continue;
        const [count = '', ...kind] = description.split(' ');
        const name = kind.join(' ');
        counts[name] = (counts[name] ?? 0) + Number(count);
      }
    },
    onEnd() {
      const rows = Object.entries(counts).toSorted(([, a], [, b]) => b - a);
      if (rows.length === 0) return;
      const all = rows.reduce((sum, [, count]) => sum + count, 0);
      const lines = rows.map(
        ([kind, count]) => `${String(count).padStart(6)}  ${kind}`,
      );
      console.log(`\n  Faults injected: ${all}\n${lines.join('\n')}`);
    },
    // The list beside it says the rest.
    printsToStdio: () => false,
  };
}

// Playwright takes a reporter from the default export alone, and makes it with `new`.
export default createFaultReporter;
