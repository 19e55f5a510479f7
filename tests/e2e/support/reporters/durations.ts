import { relative } from 'node:path';

import type { Reporter } from '@playwright/test/reporter';

import type { Duration } from '../../../support/slowest';
import { slowest } from '../../../support/slowest';
import { root } from '../../../support/source';

/** Prints the slowest files and tests at the end of a whole run of Playwright. */
function createDurationsReporter(): Reporter {
  const files = new Map<string, number>();
  const tests: Duration[] = [];
  return {
    onTestEnd(test, { duration }) {
      const file = relative(root, test.location.file).replaceAll('\\', '/');
      files.set(file, (files.get(file) ?? 0) + duration);
      // The first three are the run, the project and the file.
      const name = [file, ...test.titlePath().slice(3)].join(' › ');
      tests.push({ name, ms: duration });
    },
    onEnd() {
      if (files.size < 2) return;
      const sums = Array.from(files, ([name, ms]) => ({ name, ms }));
      console.log(`\n${slowest(sums, tests)}`);
    },
    // The list beside it says the rest.
    printsToStdio: () => false,
  };
}

// Playwright takes a reporter from the default export alone, and makes it with `new`.
export default createDurationsReporter;
