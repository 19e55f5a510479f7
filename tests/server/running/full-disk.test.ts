import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { count, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { openDatabase } from '../../../server/db/open';
import { root } from '../../support/source';
import { unpackImage } from '../support/pglite-image';

describe('the embedded database whose log finds no room', () => {
  /** Fills the log from the third MiB on; prints what came of each change. */
  const story = `
    import fs from 'node:fs';
    import { sql } from 'drizzle-orm';
    import { openDatabase } from './server/db/open.ts';
    const { db } = await openDatabase({ dataDir: process.argv[1] });
    await db.execute(sql\`create table kept (text text)\`);
    const { writeSync } = fs;
    let room = 3 * 1024 * 1024;
    fs.writeSync = (file, ...rest) => {
      const isLog = fs.readlinkSync('/proc/self/fd/' + file).includes('/pg_wal/');
      if (isLog && (room -= rest[2]) < 0) {
        throw Object.assign(new Error('ENOSPC'), { code: process.argv[2] });
      }
      return writeSync(file, ...rest);
    };
    for (;;) {
      await db.execute(sql\`insert into kept select repeat(md5(random()::text), 4000)\`);
      console.log('stored');
    }`;

  it.runIf(process.platform === 'linux').each(['ENOSPC', 'EIO', 'EDQUOT'])(
    'ends the process at once, with a line, at %s',
    async (code) => {
      const folder = await mkdtemp(join(tmpdir(), 'vote-monitoring-full-'));
      const dataDir = join(folder, 'data');
      await unpackImage(join(dataDir, 'db'));
      const args = ['--import', 'tsx', '--input-type=module', '-e', story];
      const ended = await new Promise<{
        code: unknown;
        out: string;
        err: string;
      }>((resolve) => {
        execFile(
          process.execPath,
          [...args, dataDir, code],
          { cwd: root, timeout: 60_000 },
          (error, out, err) => resolve({ code: error?.code, out, err }),
        );
      });
      const stored = ended.out.match(/stored/g)?.length;
      expect(stored).toBeGreaterThan(0);
      expect(ended.err).toContain('The database cannot write to its disk');
      expect(ended.code).toBe(1);
      // With room again, all that was acknowledged is there.
      const { db, close } = await openDatabase({ dataDir });
      const [kept] = await db.select({ rows: count() }).from(sql`kept`);
      await close();
      await rm(folder, { recursive: true, force: true });
      expect(kept?.rows).toBeGreaterThanOrEqual(stored ?? 0);
    },
    90_000,
  );
});
