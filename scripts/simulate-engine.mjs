/**
 * `npm run simulate:engine -- --runs N [--first N]`: the engine simulation of
 * `npm test`, longer (`npm run test:faults` tells 2,000 stories), from the stories of
 * this version or from another one on. `--fresh N`: stories that nobody has told yet,
 * from a random start, which is printed. All are told, also after one that fails; then
 * the first that broke each promise is made short. `--story file` or `--story N`: one
 * story alone, with everything that happens in it. `--summary file`: what broke is
 * also written there, as Markdown.
 */
import { randomInt } from 'node:crypto';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { installMissing, requireNode } from './install.mjs';
import { run, tool } from './run.mjs';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '10000' },
    first: { type: 'string' },
    fresh: { type: 'string' },
    story: { type: 'string' },
    summary: { type: 'string' },
  },
});

/** Numbers of stories are whole numbers below this one. */
const STORIES = 2 ** 31;

requireNode();
await installMissing();
const files = values.story
  ? ['tests/simulation/regressions', '-t', 'tells one story']
  : ['tests/simulation/'];
const runs = values.fresh ?? values.runs;
const first = values.fresh ? String(randomInt(STORIES)) : values.first;
if (values.fresh) {
  console.log(`${runs} fresh stories; again: --runs ${runs} --first ${first}`);
}
const { story, summary } = values;
process.exitCode = await run(
  process.execPath,
  [tool('vitest'), 'run', ...files],
  {
    SIMULATION_RUNS: runs,
    ...(first ? { SIMULATION_FIRST: first } : {}),
    ...(story ? { SIMULATION_STORY: story } : {}),
    ...(summary ? { SIMULATION_SUMMARY: resolve(summary) } : {}),
  },
);
