import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { root, run, tool } from './run.mjs';

/** What a build is made of. */
const SOURCES = [
  'src',
  'public',
  'index.html',
  'vite.config.ts',
  'tsconfig.base.json',
  'package-lock.json',
];

/** The file that a build writes last: an interrupted one has none. */
const LAST_FILE = 'dist/sw.js';

/** Builds the app; answers the exit code. */
export function build() {
  return run(process.execPath, [tool('vite'), 'build', '--logLevel', 'warn']);
}

/** Whether there is no build, or something was changed since. */
export function isBuildOld() {
  const builtAt = changedAt(join(root, LAST_FILE));
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
