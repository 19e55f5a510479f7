import { and, asc, eq, isNotNull } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { operations } from '../../../server/app';
import { auditEntry } from '../../../server/db/schema';
import { shortenAudit } from '../../../server/services/audit';
import {
  createReadCounts,
  NAMED_THREADS_PER_HOUR,
} from '../../../server/services/read-counts';
import { holdElection } from '../support/election';
import { onEachDatabase } from '../support/on-each-database';
import { freshServer, START, startServer } from '../support/server';

const DETAILS = '/api/v1/answers/filledIn';
const STATION = '/api/v1/answers/pollingStationInfo';
const NOTES = '/api/v2/note';
const ofMaria = 'observerId=41&pollingStationId=7312';
const HOUR_MS = 3_600_000;

interface Entry {
  at: string;
  adminId: number | null;
  account: string;
  action: string;
  subject: string | null;
  after: string | null;
}

/** docs/decisions/0124. */
onEachDatabase((database) => {
  const server = freshServer(database);

  const entries = async () =>
    (
      (await server().read('/api/extensions/audit?pageSize=1000')) as Entry[]
    ).toReversed();
  const told = async () =>
    (await entries()).map(({ account, action, subject, after }) => [
      account,
      action,
      subject,
      after,
    ]);
  const open = async (path: string, as: 'admin' | 'organizer' = 'organizer') =>
    expect((await server().ask(path, { as })).status).toBeLessThan(300);

  it('has one entry of a thread that an account reads within an hour', async () => {
    await open(`${DETAILS}?${ofMaria}`);
    await open(`${STATION}?${ofMaria}`);
    await open(`${NOTES}?${ofMaria}`);
    await open(`${NOTES}?observerId=41`);
    await open(`${DETAILS}?${ofMaria}`, 'admin');
    expect(await entries()).toEqual([]);
    await server().app.saveReadCounts();
    expect(await entries()).toContainEqual({
      id: expect.any(Number),
      at: START.toISOString(),
      adminId: 3,
      account: 'olga@example.org',
      address: '',
      requestId: '',
      action: 'details read',
      subject: 'observer 41, station 7312',
      before: null,
      after: '{"requests":3}',
    });

    server().clock.now = new Date(START.getTime() + HOUR_MS - 1);
    await open(`${DETAILS}?${ofMaria}`);
    await server().app.saveReadCounts();
    const thread = 'observer 41, station 7312';
    const read = [
      ['olga@example.org', 'details read', 'observer 41', '{"requests":1}'],
      ['olga@example.org', 'details read', thread, '{"requests":4}'],
      ['ana.pop@example.org', 'details read', thread, '{"requests":1}'],
    ];
    expect(await told()).toEqual(read);

    server().clock.now = new Date(START.getTime() + HOUR_MS);
    await open(`${DETAILS}?${ofMaria}`);
    await server().app.saveReadCounts();
    expect(await told()).toEqual([
      ...read,
      ['olga@example.org', 'details read', thread, '{"requests":1}'],
    ]);
  });

  it('adds up what several processes count', async () => {
    const other = startServer(database());
    await open(`${DETAILS}?${ofMaria}`);
    await other.ask(`${DETAILS}?${ofMaria}`, { as: 'organizer' });
    await Promise.all([
      server().app.saveReadCounts(),
      other.app.saveReadCounts(),
    ]);
    expect((await entries()).map(({ after }) => after)).toEqual([
      '{"requests":2}',
    ]);
  });

  it('has nothing of a thread that was not shown, or of its headers alone', async () => {
    await open(`${DETAILS}?observerId=42&pollingStationId=7312`, 'admin');
    await open(`${NOTES}?observerId=42`, 'admin');
    await open(`${STATION}?observerId=42&pollingStationId=7312`, 'admin');
    await open(`${DETAILS}?observerId=41`);
    for (const [as, method] of [
      ['organizer', 'HEAD'],
      ['maria', 'GET'],
    ] as const) {
      await server().ask(`${DETAILS}?${ofMaria}`, { as, method });
    }
    await server().app.saveReadCounts();
    expect(await entries()).toEqual([]);
  });

  it('counts no answer that says that nothing has changed', async () => {
    const url = `${NOTES}?${ofMaria}`;
    const first = await server().ask(url, { as: 'organizer' });
    const headers = { 'If-None-Match': first.headers.get('ETag') ?? '' };
    const again = await server().ask(url, { as: 'organizer', headers });
    expect(again.status).toBe(304);
    await server().app.saveReadCounts();
    expect((await entries()).map(({ after }) => after)).toEqual([
      '{"requests":1}',
    ]);
  });

  it('names the account that got the address of a file, and nobody else', async () => {
    await holdElection(database().db);
    const linkFor = async (as: 'admin' | 'organizer') => {
      const notes = (await server().read(`${NOTES}?${ofMaria}`, as)) as {
        attachmentsPaths: string[];
      }[];
      return notes.flatMap(({ attachmentsPaths }) => attachmentsPaths)[0] ?? '';
    };
    const link = await linkFor('admin');
    const status = async (url: string, headers = {}) =>
      (await server().ask(url, { headers })).status;
    expect(await status(link)).toBe(200);
    expect(await status(link, { Range: 'bytes=0-' })).toBe(206);
    expect(await status(await linkFor('organizer'))).toBe(200);
    expect(await status(link.replace('account=7', 'account=3'))).toBe(403);
    expect(await status(link.replace('account=7&', ''))).toBe(403);
    await server().app.saveReadCounts();
    const files = (await told()).filter(
      ([, action]) => action !== 'details read',
    );
    expect(files).toEqual([
      [
        'olga@example.org',
        'file opened',
        'observer 41, station 7312',
        '{"requests":1}',
      ],
      [
        'ana.pop@example.org',
        'file opened',
        'observer 41, station 7312',
        '{"requests":2}',
      ],
    ]);
  });

  it('counts a file that a phone got the address of under no account', async () => {
    const body = new FormData();
    for (const [name, value] of Object.entries({
      CountyCode: 'AB',
      MunicipalityCode: 'AB-SEB',
      PollingStationNumber: '12',
      Text: 'Look',
    })) {
      body.set(name, value);
    }
    body.set('file', new File(['seen'], 'seen.txt'));
    const posted = await server().ask(NOTES, {
      method: 'POST',
      as: 'maria',
      body,
    });
    const { filesAddress } = (await posted.json()) as {
      filesAddress: string[];
    };
    for (let times = 0; times < 2; times += 1) {
      expect((await server().ask(filesAddress[0] ?? '')).status).toBe(200);
      await server().app.saveReadCounts();
    }
    expect(await told()).toEqual([
      ['', 'file opened', 'observer 41, station 7312', '{"requests":2}'],
    ]);
  });

  it('lets a count grow and nothing else', async () => {
    await open(`${DETAILS}?${ofMaria}`);
    await server().app.saveReadCounts();
    const { db } = database();
    const set = (change: Partial<typeof auditEntry.$inferInsert>) =>
      db.update(auditEntry).set(change).where(isNotNull(auditEntry.count));
    await expect(set({ count: 1 })).rejects.toThrow();
    await expect(set({ count: null })).rejects.toThrow();
    await expect(set({ count: 9, account: 'ana' })).rejects.toThrow();
    await set({ count: 9 });
    await expect(db.delete(auditEntry)).rejects.toThrow();
    expect((await entries()).map(({ after }) => after)).toEqual([
      '{"requests":9}',
    ]);
  });

  it('deletes counts as old as other entries', async () => {
    await open(`${DETAILS}?${ofMaria}`);
    await server().app.saveReadCounts();
    const later = new Date(START.getTime() + 31 * 24 * HOUR_MS);
    await shortenAudit(database().db, later, 30);
    expect((await told()).map(([, action]) => action)).toEqual([
      'audit log shortened',
    ]);
  });

  it('has few entries of a device that fetches thousands of threads', async () => {
    const counts = createReadCounts(
      database().db,
      () => START,
      () => {},
      async () => false,
    );
    const fetched = 5_000;
    const fetchAll = (adminId: number) => {
      for (let id = 1; id <= fetched; id += 1) {
        const subject = `observer ${id}, station 7312`;
        for (let times = 0; times < 3; times += 1) {
          counts.add({ adminId, action: 'details read', subject });
        }
        // As a device that takes minutes for all of them.
        if (id % 2_000 === 0) void counts.save();
      }
    };
    fetchAll(3);
    fetchAll(7);
    await counts.save();
    const rows = await database()
      .db.select()
      .from(auditEntry)
      .where(and(isNotNull(auditEntry.count), eq(auditEntry.adminId, 7)))
      .orderBy(asc(auditEntry.id));
    expect(rows).toHaveLength(NAMED_THREADS_PER_HOUR + 1);
    expect(rows.map(({ subject, count }) => [subject, count])).toContainEqual([
      'observer 1, station 7312',
      3,
    ]);
    expect(await told()).toContainEqual([
      'ana.pop@example.org',
      'details read',
      'further threads',
      JSON.stringify({ threads: fetched - NAMED_THREADS_PER_HOUR }),
    ]);
  });

  it('names threads again in the next hour', async () => {
    let now = START;
    const counts = createReadCounts(
      database().db,
      () => now,
      () => {},
      async () => false,
    );
    for (let id = 0; id <= NAMED_THREADS_PER_HOUR; id += 1) {
      counts.add({
        adminId: 3,
        action: 'details read',
        subject: `first ${id}`,
      });
    }
    now = new Date(START.getTime() + HOUR_MS);
    counts.add({ adminId: 3, action: 'details read', subject: 'of later' });
    await counts.save();
    const subjects = (await entries()).map(({ subject }) => subject);
    expect(subjects).toHaveLength(NAMED_THREADS_PER_HOUR + 2);
    expect(subjects.at(-1)).toBe('of later');
  });

  it('keeps what a database or its disk does not take, and stores it later', async () => {
    const lines: string[] = [];
    let isAway = true;
    let isFull = false;
    const { db } = database();
    const counts = createReadCounts(
      new Proxy(db, {
        get: (of, name) => {
          if (isAway) throw new Error('away');
          const value: unknown = Reflect.get(of, name);
          return typeof value === 'function' ? value.bind(of) : value;
        },
      }),
      () => START,
      (line) => lines.push(line),
      async () => isFull,
    );
    const read = {
      adminId: 3,
      action: 'details read',
      subject: 'observer 41, station 7312',
    };
    counts.add(read);
    await counts.save();
    expect(lines).toEqual([
      expect.stringContaining('Counts of reads wait in memory'),
    ]);
    counts.add(read);
    isAway = false;
    isFull = true;
    await counts.save();
    expect(await entries()).toEqual([]);
    isFull = false;
    await counts.save();
    await counts.save();
    expect((await entries()).map(({ after }) => after)).toEqual([
      '{"requests":2}',
    ]);
  });
});

describe('a route', () => {
  it('counts where it shows what an observer wrote of a thread', () => {
    const counted = operations.flatMap(({ method, path, audit }) =>
      typeof audit === 'object' && 'counted' in audit
        ? [`${method} ${path}: ${audit.counted}`]
        : [],
    );
    expect(counted).toEqual([
      `get ${DETAILS}: details read`,
      `get ${STATION}: details read`,
      `get ${NOTES}: details read`,
      'get /api/v2/note/attachment/{id}/{fileName}: file opened',
      'get /api/extensions/details: details kept',
    ]);
  });
});
