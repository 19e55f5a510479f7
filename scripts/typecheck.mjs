/**
 * `npm run typecheck [-- file...]`: the types of the five programs, or of those
 * that the files belong to.
 */
import { dirname } from 'node:path';

import { installMissing, requireNode } from './install.mjs';
import { run, tool } from './run.mjs';

/** The page's program comes last: it has every file that the others leave. */
const PROGRAMS = [
  'src/workers/tsconfig.json',
  'src/sw/tsconfig.json',
  'server/tsconfig.json',
  'tests/tsconfig.json',
  'tsconfig.json',
];

requireNode();
await installMissing();
const files = process.argv.slice(2);
const chosen = files.length > 0 ? new Set(files.map(programOf)) : PROGRAMS;
let failed = 0;
for (const program of chosen) {
  const args = [tool('tsc', 'typescript'), '-p', program];
  if ((await run(process.execPath, args)) !== 0) failed += 1;
}
process.exit(failed === 0 ? 0 : 1);

function programOf(file) {
  return PROGRAMS.find(
    (program) =>
      program === 'tsconfig.json' || file.startsWith(dirname(program)),
  );
}
