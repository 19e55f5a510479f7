import { relative } from 'node:path';

import type { Reporter, TestModule } from 'vitest/node';

import { root } from './source';
import { slowest } from './slowest';

/** Prints the slowest files and tests at the end of a whole run of vitest. */
function createDurationsReporter(): Reporter {
  return {
    onTestRunEnd(modules) {
      if (modules.length < 2) return;
      const files = modules.map((module) => ({
        name: nameOf(module),
        ms: timeOf(module),
      }));
      const tests = modules.flatMap((module) =>
        Array.from(module.children.allTests(), (test) => ({
          name: `${nameOf(module)} › ${test.fullName}`,
          ms: test.diagnostic()?.duration ?? 0,
        })),
      );
      console.log(slowest(files, tests));
    },
  };
}

function nameOf({ moduleId }: TestModule): string {
  return relative(root, moduleId).replaceAll('\\', '/');
}

/**
 * With set-up and imports, which each file has anew. The environment is made
 * once for each process, and vitest reports its time again for every file.
 */
function timeOf(module: TestModule): number {
  const { prepareDuration, setupDuration, collectDuration, duration } =
    module.diagnostic();
  return prepareDuration + setupDuration + collectDuration + duration;
}

// Vitest takes a reporter from the default export alone, and makes it with `new`.
export default createDurationsReporter;
