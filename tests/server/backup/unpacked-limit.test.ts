import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

import { expect, it, onTestFinished } from 'vitest';

import { BackupError } from '../../../server/backup/format';
import {
  maxUnpackedBytes,
  restoreBackup,
} from '../../../server/backup/restore';
import { writeBackup } from '../../../server/backup/write';
import { county } from '../../../server/db/schema';
import { emptyDatabase, resetFixtures } from '../support/fixtures';
import { openPglite } from '../support/pglite-image';
import { fingerprintsOf } from '../support/rows';

const FACTS = {
  app: '1.2.3',
  now: new Date('2026-11-22T20:00:00Z'),
  say: () => {},
};
const ROWS = 20_000;

/** Puts counties into a backup, as a whole one would have them. */
async function addCounties(path: string): Promise<void> {
  const text = gunzipSync(await readFile(path)).toString();
  const lines = text.trimEnd().split('\n');
  const at = lines.findIndex((line) => line.startsWith('["county",')) + 1;
  const added = Array.from({ length: ROWS }, (_, row) =>
    JSON.stringify({
      id: 1_000 + row,
      code: `C${row}`,
      name: 'x'.repeat(100),
      diaspora: false,
      order: row,
    }),
  );
  const [end, counts] = JSON.parse(lines.at(-1) ?? '');
  const body = [...lines.slice(0, at), ...added, ...lines.slice(at, -1)]
    .map((line) => `${line}\n`)
    .join('');
  const digest = createHash('sha256').update(body).digest('hex');
  const all = { ...counts, county: counts.county + ROWS };
  const whole = `${body}${JSON.stringify([end, all, digest])}\n`;
  await writeFile(path, gzipSync(whole));
}

it('a backup that unpacks to far more than its size is refused, unless somebody says how much', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vote-monitoring-backup-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, 'backup.gz');
  const { db, startDb } = await openPglite();
  await emptyDatabase(db);
  await resetFixtures(db);
  const before = await db.$count(county);
  await writeBackup(startDb, path, FACTS);
  await addCounties(path);
  await emptyDatabase(db);
  const empty = await fingerprintsOf(db);

  const restore = (maxBytes: number) =>
    restoreBackup(startDb, path, () => {}, { maxBytes });
  await expect(restore(1_500_000)).rejects.toEqual(
    new BackupError(
      'The file unpacks to more than 1500000 bytes, far more than a backup of its size. If it is yours, say restore with --unpacked-gb N.',
    ),
  );
  expect(await fingerprintsOf(db)).toEqual(empty);
  await restore(6_000_000);
  expect(await db.$count(county)).toBe(before + ROWS);
});

it.each([
  ['a gibibyte of a small file', 20_000, 1_073_741_824],
  ['a hundred times the size of a large one', 50_000_000, 5_000_000_000],
])('a restore takes %s', (_, size, most) => {
  expect(maxUnpackedBytes(size)).toBe(most);
});
