import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { root, run, tool } from './run.mjs';

/** What a build is made of. */
const SOURCES = [
  'src',
  'public',
  'index.html',
  'vite.config.ts',
  'vite',
  'tsconfig.base.json',
  'package-lock.json',
];

/** The first and the last file of a build: one that failed half way has an old or no first. */
const RESULTS = ['dist/index.html', 'dist/sw.js'];

/** Builds the app; answers the exit code. `hear` gets each piece of the output. */
export function build(hear) {
  const args = [tool('vite'), 'build', '--logLevel', 'warn'];
  return run(process.execPath, args, {}, hear);
}

/** Whether there is no build, or something was changed since. */
export function isBuildOld() {
  const builtAt = Math.min(
    ...RESULTS.map((name) => changedAt(join(root, name))),
  );
  return SOURCES.some((name) => newestIn(join(root, name)) >= builtAt);
}

/** Epoch ms of the newest change; folders count, since a removal shows there alone. */
function newestIn(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat?.isDirectory()) return stat?.mtimeMs ?? 0;
  const entries = readdirSync(path).map((name) => newestIn(join(path, name)));
  return Math.max(stat.mtimeMs, ...entries);
}

function changedAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
