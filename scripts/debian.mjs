import { spawnSync } from 'node:child_process';

import { run } from './run.mjs';

/**
 * Installs packages of Debian where this process may; elsewhere, or without a
 * network, nothing happens. @param what it says about it.
 */
export async function installPackages(what, names) {
  const isRoot = process.getuid?.() === 0;
  const hasApt = spawnSync('apt-get', ['--version']).status === 0;
  if (!isRoot || !hasApt) return;
  console.log(`Installing ${what}...`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-q'], env);
  await run(
    'apt-get',
    ['install', '-y', '-q', '--no-install-recommends', ...names],
    env,
  );
}
