/**
 * `npm run simulate:engine -- --runs N [--first N] [--story file]`: the engine
 * simulation of `npm test`, longer (`npm run test:faults` tells 2,000 stories), from another story on, or one story alone
 * with everything that happens in it.
 */
import { parseArgs } from 'node:util';

import { installMissing, requireNode } from './install.mjs';
import { run, tool } from './run.mjs';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '10000' },
    first: { type: 'string', default: '0' },
    story: { type: 'string' },
  },
});

requireNode();
await installMissing();
const files = values.story
  ? ['tests/simulation/regressions', '-t', 'tells one story']
  : ['tests/simulation/'];
process.exitCode = await run(
  process.execPath,
  [tool('vitest'), 'run', ...files],
  {
    SIMULATION_RUNS: values.runs,
    SIMULATION_FIRST: values.first,
    ...(values.story ? { SIMULATION_STORY: values.story } : {}),
  },
);
