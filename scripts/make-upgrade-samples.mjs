/**
 * `npm run make-upgrade-samples`: one backup for each schema that this product
 * has had, in tests/server/running/upgrade-samples. The data of each is written
 * by the last commit with that schema, with its own code; the backup by this
 * one. Needs the history. Samples that are there stay as they are: run it before
 * the commit of a new migration.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';

import { root } from './run.mjs';

const JOURNAL = 'server/db/migrations/meta/_journal.json';
const FILL = join('scripts', 'upgrade-samples', 'fill.ts');
const samples = join(root, 'tests', 'server', 'running', 'upgrade-samples');

const run = (program, args, options = {}) =>
  execFileSync(program, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    ...options,
  })
    .toString()
    .trim();

mkdirSync(samples, { recursive: true });
const { entries } = JSON.parse(readFileSync(join(root, JOURNAL), 'utf8'));
for (const [at, { tag }] of entries.entries()) {
  const sample = join(samples, `${tag}.gz`);
  if (existsSync(sample)) continue;
  const next = entries[at + 1];
  const commit = next ? `${addedIn(next.tag)}~1` : 'HEAD';
  makeSample(commit, sample);
  console.log(`${tag}: of ${run('git', ['rev-parse', '--short', commit])}`);
}

function addedIn(tag) {
  const path = `server/db/migrations/${tag}.sql`;
  const added = run('git', [
    'log',
    '--format=%H',
    '--diff-filter=A',
    '--',
    path,
  ]);
  return added.split('\n').at(-1);
}

function makeSample(commit, sample) {
  const folder = mkdtempSync(join(tmpdir(), 'vote-monitoring-sample-'));
  const checkout = join(folder, 'checkout');
  const data = join(folder, 'data');
  try {
    mkdirSync(checkout);
    const archive = join(folder, 'checkout.tar');
    run('git', [
      'archive',
      `--output=${archive}`,
      commit,
      'package.json',
      'server',
      'tests/server',
    ]);
    run('tar', ['-xf', archive, '-C', checkout]);
    symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'));
    mkdirSync(join(checkout, 'scripts', 'upgrade-samples'), {
      recursive: true,
    });
    cpSync(join(root, FILL), join(checkout, FILL));
    run(process.execPath, ['--import', 'tsx', FILL], {
      cwd: checkout,
      env: { ...process.env, FOLDER: data },
    });
    run(
      process.execPath,
      ['--import', 'tsx', 'server/admin.ts', 'backup', sample, '--data', data],
      { env: { ...process.env, DATABASE_URL: '' } },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
