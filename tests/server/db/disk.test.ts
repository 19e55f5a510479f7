import { describe, expect, it, onTestFinished } from 'vitest';

import { createDisk, RESERVED_BYTES } from '../../../server/db/disk';
import { openDatabase } from '../../../server/db/open';
import { onPglite } from '../support/on-pglite';
import { newPostgresDatabase } from '../support/postgres';
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

const url = await newPostgresDatabase();

describe.skipIf(!url)('the disk of a PostgreSQL', () => {
  it('is watched where its folder is said, and is not known otherwise', async () => {
    const watched = await openDatabase({ url, diskFolder: '.' });
    onTestFinished(watched.close);
    expect(await watched.freeBytes?.()).toBeGreaterThan(0);
    const elsewhere = await openDatabase({ url });
    onTestFinished(elsewhere.close);
    expect(elsewhere.freeBytes).toBeUndefined();
  });
});
