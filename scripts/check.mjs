/**
 * `npm run check`: types of the five programs, lint, format. Runs all of them
 * and fails when one does.
 */
import { installMissing, requireNode } from './install.mjs';
import { run, tool } from './run.mjs';

const PROGRAMS = [
  'tsconfig.json',
  'src/workers/tsconfig.json',
  'src/sw/tsconfig.json',
  'server/tsconfig.json',
  'tests/tsconfig.json',
];

requireNode();
await installMissing();
const node = process.execPath;
const tsc = tool('tsc', 'typescript');
const checks = [
  ...PROGRAMS.map((program) => [`types of ${program}`, [tsc, '-p', program]]),
  ['lint', [tool('oxlint'), '--quiet']],
  ['format', [tool('oxfmt'), '--check', '.']],
];
const failed = [];
for (const [name, args] of checks) {
  if ((await run(node, args)) !== 0) failed.push(name);
}
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(', ')}.`);
  process.exit(1);
}
console.log('Types, lint and format are in order.');
