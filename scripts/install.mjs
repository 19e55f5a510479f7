import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root, run } from './run.mjs';

const OLDEST_NODE = [20, 19];

/** Stops with a sentence when this Node is too old for the tools. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [needMajor, needMinor] = OLDEST_NODE;
  const isEnough =
    major > needMajor || (major === needMajor && minor >= needMinor);
  if (isEnough) return;
  console.error(
    `Node ${OLDEST_NODE.join('.')} or newer is needed; this is ${process.versions.node}.`,
  );
  process.exit(1);
}

/** Installs the packages of the lockfile when they are not there already. */
export async function installMissing() {
  if (isInstalled()) return;
  console.log('Installing packages...');
  // Not `npm ci`: docs/decisions/0039-packages-are-installed-with-npm-install.md.
  const args = ['install', '--no-save', '--include=dev'];
  args.push('--no-audit', '--no-fund');
  // npm names its own script, which Node can run on every system.
  const npm = process.env.npm_execpath;
  const code = npm?.endsWith('.js')
    ? await run(process.execPath, [npm, ...args])
    : await run('npm', args);
  if (code === 0) return;
  console.error('The packages could not be installed: see npm above.');
  process.exit(code);
}

/**
 * Whether every package of the lockfile is there in its version. The dates of
 * the files would not tell: a fresh checkout dates everything anew.
 */
function isInstalled() {
  const hidden = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(hidden)) return false;
  const installed = packagesOf(hidden);
  return Object.entries(packagesOf(join(root, 'package-lock.json'))).every(
    ([path, { version, optional, devOptional }]) =>
      path === '' ||
      // Packages for other systems are left out by npm.
      (!(path in installed) && (optional || devOptional)) ||
      installed[path]?.version === version,
  );
}

function packagesOf(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
}
