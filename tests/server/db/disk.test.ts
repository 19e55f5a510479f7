import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { createDisk, RESERVED_BYTES } from '../../../server/db/disk';
import { root } from '../../support/source';
import { onPglite } from '../support/on-pglite';
import { unpackImage } from '../support/pglite-image';
import { freshServer, START, startServer } from '../support/server';

const NO_ROOM =
  'The disk of the server is full. Nothing can be stored until there is room.';

onPglite((database) => {
  const server = freshServer(database);
  const rename = {
    method: 'PUT',
    as: 'organizer',
    body: { observerId: 41, name: 'Another Name' },
  } as const;

  describe('a disk without room', () => {
    it('refuses changes with the reason, goes on reading, and recovers by itself', async () => {
      let free = RESERVED_BYTES - 1;
      const lines: string[] = [];
      const full = startServer(
        { ...database(), freeBytes: async () => free },
        { log: (line) => lines.push(line) },
      );
      const ready = async () => {
        const reply = await full.ask('/health/ready');
        const { status, disk } = await reply.json();
        return [reply.status, status, disk];
      };
      for (const [path, ask] of [
        ['/api/v1/observer', rename],
        ['/api/v2/access/authorize', { method: 'POST', body: {} }],
        ['/api/v1/observer?id=41', { method: 'DELETE', as: 'organizer' }],
      ] as const) {
        const reply = await full.ask(path, ask);
        expect(reply.status).toBe(503);
        expect((await reply.json()).detail).toBe(NO_ROOM);
        expect(reply.headers.get('Retry-After')).toBe('30');
      }
      expect(await ready()).toEqual([200, 'Degraded', 'Full']);
      const read = await full.ask('/api/v1/observer', { as: 'organizer' });
      expect(read.status).toBe(200);

      free = RESERVED_BYTES;
      expect((await full.ask('/api/v1/observer', rename)).status).toBe(200);
      expect(await ready()).toEqual([200, 'Healthy', 'Healthy']);
      expect(lines).toEqual([
        'The disk of the database is full (127 MiB left): changes are refused until there is room.',
        'The disk of the database has room again (128 MiB): changes are taken.',
      ]);
    });

    it('that only PostgreSQL knows is said by readiness and the log, once a minute', async () => {
      const { db } = database();
      const lines: string[] = [];
      const noRoom = Object.assign(new Error('No space'), { code: '53100' });
      const away = Object.assign(Object.create(db), {
        transaction: () => Promise.reject(noRoom),
      });
      const full = startServer(
        { ...database(), db: away },
        { log: (line) => lines.push(line) },
      );
      for (const seconds of [0, 59, 60]) {
        full.clock.now = new Date(START.getTime() + seconds * 1_000);
        const reply = await full.ask('/api/v1/observer', rename);
        expect(reply.status).toBe(503);
        expect((await reply.json()).detail).toBe(NO_ROOM);
        const { disk } = await (await full.ask('/health/ready')).json();
        expect(disk).toBe('Full');
      }
      const line =
        'The database has no room on its disk: a change was not stored.';
      expect(lines).toEqual([line, line]);
      full.clock.now = new Date(START.getTime() + 121_000);
      const { disk } = await (await full.ask('/health/ready')).json();
      expect(disk).toBe('Healthy');
      expect((await server().ask('/health/ready')).status).toBe(200);
    });

    it('that does not say how much room it has is tried', async () => {
      const disk = createDisk(
        () => Promise.reject(new Error('gone')),
        () => START,
        () => {},
      );
      expect(await disk.isReserved()).toBe(false);
    });
  });
});

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
      await rm(folder, { recursive: true, force: true });
      expect(ended.out).toContain('stored');
      expect(ended.err).toContain('The database cannot write to its disk');
      expect(ended.code).toBe(1);
    },
    90_000,
  );
});
