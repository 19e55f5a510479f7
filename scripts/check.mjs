/**
 * `npm run check`: types, lint, format and unused code. Runs all of them and
 * fails when one does.
 */
import { installMissing, requireNode } from './install.mjs';
import { script } from './steps.mjs';

requireNode();
await installMissing();
const failed = [];
const checks = [
  script('typecheck'),
  script('lint'),
  script('format', '--check'),
  script('unused'),
];
for (const [name, check] of checks) {
  if ((await check()) !== 0) failed.push(name);
}
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(', ')}.`);
  process.exit(1);
}
console.log('Types, lint and format are in order, and nothing is unused.');
