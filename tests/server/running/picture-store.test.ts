import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { readAdminOptions } from '../../../server/admin/options';
import { runCommand } from '../../../server/admin/run-command';
import { PART_BYTES, storeParts } from '../../../server/db/file-parts';
import {
  attachment,
  blob,
  filePart,
  note,
  pictureObject,
} from '../../../server/db/schema';
import {
  BACKUP_LOCK,
  holdObjects,
  readFile,
  sendToStore,
} from '../../../server/pictures/files';
import { createPictureStore } from '../../../server/pictures/picture-store';
import { cleanUp } from '../../../server/services/clean-up';
import { root } from '../../support/source';
import { emptyDatabase } from '../support/fixtures';
import { onEachDatabase } from '../support/on-each-database';
import { startS3, type S3 } from '../support/s3';
import { freshServer, START, startServer } from '../support/server';
import { startServerProcess } from '../support/server-process';

const TOKEN = 'a token of the tests that is long enough';
const HOUR_MS = 60 * 60 * 1000;
/** For stories of a slow store: short, and long enough for a busy machine. */
const IMPATIENT = { answerMs: 1_000, writeMs: 3_000 };
const NOTES = '/api/v2/note';

let folder = '';
let s3: S3;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vote-monitoring-pictures-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

beforeEach(async () => {
  s3 = await startS3();
  return s3.stop;
});

function form(...pictures: Uint8Array<ArrayBuffer>[]): FormData {
  const body = new FormData();
  body.set('CountyCode', 'AB');
  body.set('MunicipalityCode', 'AB-SEB');
  body.set('PollingStationNumber', '12');
  for (const [at, bytes] of pictures.entries()) {
    body.set(`File${at}`, new File([bytes], 'a.jpg', { type: 'image/jpeg' }));
  }
  return body;
}

const picture = (size = PART_BYTES + 7) => Uint8Array.from(randomBytes(size));

const same = (one: Uint8Array, other: Uint8Array) =>
  Buffer.compare(one, other) === 0;

onEachDatabase((database) => {
  /** Without a store: its pictures lie in the database. */
  const plain = freshServer(database);
  const lines: string[] = [];

  beforeEach(() => {
    lines.length = 0;
  });

  const store = (limits?: typeof IMPATIENT) =>
    createPictureStore(s3.place, limits);

  const withStore = (limits?: typeof IMPATIENT) =>
    startServer(database(), {
      pictures: store(limits),
      log: (line) => lines.push(line),
      metrics: { token: TOKEN, dataDir: folder },
    });

  type Started = ReturnType<typeof withStore>;

  const post = ({ ask }: Started, ...pictures: Uint8Array<ArrayBuffer>[]) =>
    ask(NOTES, { method: 'POST', as: 'maria', body: form(...pictures) });

  async function storeOne(server: Started, bytes = picture()) {
    const reply = await post(server, bytes);
    expect(reply.status).toBe(200);
    const [url = ''] = (await reply.json()).filesAddress;
    return { bytes, url };
  }

  async function bytesAt({ ask }: Started, url: string): Promise<Uint8Array> {
    const reply = await ask(url);
    expect(reply.status).toBe(200);
    return new Uint8Array(await reply.arrayBuffer());
  }

  const countOf = async () => ({
    notes: await database().db.$count(note),
    attachments: await database().db.$count(attachment),
    files: await database().db.$count(blob),
    parts: await database().db.$count(filePart),
  });

  const keptKeys = async () =>
    (
      await database()
        .db.select({ key: pictureObject.key })
        .from(pictureObject)
        .where(eq(pictureObject.state, 'kept'))
    )
      .map(({ key }) => key)
      .toSorted();

  async function run(args: string[], env = s3.env) {
    const printed: string[] = [];
    const ended = await runCommand(database(), readAdminOptions(args, env), {
      input: Readable.from([]),
      print: (line) => printed.push(line),
      say: (line) => printed.push(line),
      now: START,
      version: '1.2.3',
    }).then(
      () => '',
      (thrown: unknown) => (thrown instanceof Error ? thrown.message : 'odd'),
    );
    return { said: printed.join('\n'), error: ended };
  }

  const ready = async ({ ask }: Started) => {
    const reply = await ask('/health/ready');
    return { status: reply.status, body: await reply.json() };
  };

  describe('a picture that a phone sends', () => {
    it('lies in the store as one object, and not in the database', async () => {
      const server = withStore();
      const { bytes, url } = await storeOne(server);
      expect(await s3.keys()).toEqual(await keptKeys());
      expect(await countOf()).toMatchObject({ files: 1, parts: 0 });
      expect(same(await bytesAt(server, url), bytes)).toBe(true);
    });

    it('is served from any byte to any other, and asked for no byte more', async () => {
      const server = withStore();
      const { bytes, url } = await storeOne(server);
      // Not the first byte alone: `s3rver` takes 0-0 for everything.
      const ends = [1, 2, PART_BYTES, bytes.length - 1];
      for (const from of ends) {
        for (const to of ends.filter((end) => end >= from)) {
          const headers = { Range: `bytes=${from}-${to}` };
          const reply = await server.ask(url, { headers });
          expect([reply.status, ...lines]).toEqual([206]);
          const part = new Uint8Array(await reply.arrayBuffer());
          expect(same(part, bytes.subarray(from, to + 1))).toBe(true);
        }
      }
      const before = s3.requests.length;
      const known = {
        'If-None-Match':
          (await server.ask(url, { method: 'HEAD' })).headers.get('ETag') ?? '',
      };
      expect((await server.ask(url, { headers: known })).status).toBe(304);
      expect(s3.requests.length).toBe(before);
    });

    it('is one object, however often it is sent', async () => {
      const server = withStore();
      const bytes = picture();
      await post(server, bytes, bytes);
      await post(server, bytes);
      expect(await countOf()).toEqual({
        notes: 2,
        attachments: 3,
        files: 1,
        parts: 0,
      });
      expect(await s3.keys()).toEqual(await keptKeys());
      expect(await s3.keys()).toHaveLength(1);
    });

    it('leaves no object where its note is refused', async () => {
      const server = withStore();
      const body = form(picture());
      body.set('QuestionId', '999999');
      const ask = { method: 'POST', as: 'maria', body } as const;
      expect((await server.ask(NOTES, ask)).status).toBe(400);
      expect(await s3.keys()).toEqual([]);
      expect(await countOf()).toMatchObject({ files: 0, parts: 0 });
    });

    it.each([
      ['down', undefined, /not available/, '5'],
      ['slow', undefined, /not available/, '5'],
      ['broken', undefined, /not available/, '5'],
      ['full', undefined, /full/, '30'],
      ['forgets', ['PUT'], /not available/, '5'],
      ['alters', ['GET'], /not available/, '5'],
    ] as const)(
      'is refused with 503 by a store that is, or does: %s; nothing refers to it',
      async (fault, methods, sentence, retryAfter) => {
        const server = withStore(fault === 'slow' ? IMPATIENT : undefined);
        const bytes = picture();
        s3.fail(fault, methods && [...methods]);
        const reply = await post(server, bytes);
        expect(reply.status).toBe(503);
        expect(reply.headers.get('Retry-After')).toBe(retryAfter);
        expect((await reply.json()).detail).toMatch(sentence);
        expect(await countOf()).toEqual({
          notes: 0,
          attachments: 0,
          files: 0,
          parts: 0,
        });
        expect(lines).toHaveLength(1);
        expect(lines[0]).toMatch(sentence);
        expect(lines.join()).not.toMatch(/S3RVER|secret|127\.0\.0\.1/);

        s3.fail(undefined);
        const { url } = await storeOne(server, bytes);
        expect(same(await bytesAt(server, url), bytes)).toBe(true);
        expect(lines.at(-1)).toMatch(/answers again/);
        // Of the first try: nobody knows whether its object is still to come.
        await cleanUp(
          database().db,
          new Date(START.getTime() + 2 * HOUR_MS),
          (line) => lines.push(line),
          undefined,
          store(),
        );
        expect(await s3.keys()).toEqual(await keptKeys());
        expect(await database().db.$count(pictureObject)).toBe(1);
      },
    );
  });

  describe('reading from the store', () => {
    it('answers 404 for an object that is gone, with a line and a figure', async () => {
      const server = withStore();
      const { url } = await storeOne(server);
      const [key = ''] = await s3.keys();
      await s3.lose(key);
      const reply = await server.ask(url);
      expect(reply.status).toBe(404);
      expect((await reply.json()).detail).toBe('There is no such file.');
      expect(lines.join('\n')).toContain(`The object ${key} is gone.`);
      const figures = await server.ask('/metrics', {
        headers: { Authorization: `Bearer ${TOKEN}` },
      });
      expect(await figures.text()).toContain(
        'picture_store_failures_total{reason="gone"} 1',
      );
    });

    it.each(['down', 'slow', 'broken'] as const)(
      'answers 503 when the store is %s; all else goes on, and the state says why',
      async (fault) => {
        const server = withStore(fault === 'slow' ? IMPATIENT : undefined);
        const { url } = await storeOne(server);
        expect(await ready(server)).toMatchObject({
          status: 200,
          body: { status: 'Healthy', pictures: 'Healthy' },
        });
        s3.fail(fault);
        const reply = await server.ask(url);
        expect(reply.status).toBe(503);
        expect(reply.headers.get('Retry-After')).toBe('5');
        await server.read(`${NOTES}?observerId=41&pollingStationId=7312`);
        server.clock.now = new Date(START.getTime() + HOUR_MS);
        expect(await ready(server)).toMatchObject({
          status: 200,
          body: { status: 'Degraded', pictures: 'Unavailable' },
        });
      },
    );

    it('asks the store for its state only now and then', async () => {
      const server = withStore();
      await Promise.all([ready(server), ready(server), ready(server)]);
      expect(s3.requests).toHaveLength(1);
    });

    it('says in the state that the key is wrong, and when the store is full', async () => {
      const pictures = createPictureStore({ ...s3.place, secret: 'another' });
      const wrong = startServer(database(), { pictures });
      expect((await ready(wrong)).body.pictures).toBe('Refused');
      const server = withStore();
      s3.fail('full', ['PUT']);
      await post(server, picture());
      expect((await ready(server)).body).toMatchObject({
        status: 'Degraded',
        pictures: 'Full',
      });
    });

    it('answers 503 where the store gives another range than it was asked for', async () => {
      const server = withStore();
      const { url } = await storeOne(server);
      const reply = await server.ask(url, { headers: { Range: 'bytes=0-0' } });
      expect(reply.status).toBe(503);
      expect(lines).toEqual([
        'The store of the pictures is not available. (gave another range)',
      ]);
    });

    it('breaks off, and does not end early, when the store does so', async () => {
      const server = withStore();
      const { url } = await storeOne(server, picture(2 * 1024 * 1024));
      const reply = await server.ask(url);
      s3.fail('down');
      s3.cut();
      await expect(reply.arrayBuffer()).rejects.toThrow();
    });

    it('says that the store is missing where a server has none', async () => {
      const { url } = await storeOne(withStore());
      expect((await plain().ask(url)).status).toBe(503);
    });
  });

  describe('what nobody needs any more', () => {
    it('is removed from the store with all places', async () => {
      const server = withStore();
      await storeOne(server);
      const path = '/api/v2/polling-station/clearAll?includeRelatedData=true';
      const cleared = await server.ask(path, {
        method: 'DELETE',
        as: 'organizer',
      });
      expect(cleared.status).toBe(200);
      await cleanUp(database().db, START, () => {}, undefined, store());
      expect(await s3.keys()).toEqual([]);
    });

    it('is removed from the store an hour after its upload broke off', async () => {
      const files = { db: database().db, store: store() };
      const bytes = picture();
      const file = await storeParts(files.db, randomUUID(), [bytes], START);
      await sendToStore(files, file, START);
      const clean = (ms: number) =>
        cleanUp(
          files.db,
          new Date(START.getTime() + ms),
          () => {},
          undefined,
          files.store,
        );
      await clean(0.9 * HOUR_MS);
      expect(await s3.keys()).toHaveLength(1);
      s3.fail('down');
      await clean(1.1 * HOUR_MS);
      s3.fail(undefined);
      expect(await s3.keys()).toHaveLength(1);
      await clean(1.1 * HOUR_MS);
      expect(await s3.keys()).toEqual([]);
      expect(await files.db.$count(pictureObject)).toBe(0);
    });

    it('is deleted by forget-election, which says what it could not delete', async () => {
      await storeOne(withStore());
      s3.fail('down', ['DELETE']);
      const forget = ['forget-election', 'ORG', '--yes-forget'];
      const first = await run(forget);
      expect(first.error).toMatch(/still holds 1 pictures/);
      expect(await countOf()).toMatchObject({ files: 0, parts: 0 });
      expect((await run(forget, {})).error).toMatch(/PICTURES_URL is not set/);
      s3.fail(undefined);
      expect((await run(forget)).error).toBe('');
      expect(await s3.keys()).toEqual([]);
    });
  });

  describe('move-pictures', () => {
    it('moves every picture to the store and back', async () => {
      const server = withStore();
      const all = await Promise.all([1, 2, 3].map(() => storeOne(plain())));
      expect(await s3.keys()).toEqual([]);
      const there = await run(['move-pictures', 'to-store']);
      expect(there).toMatchObject({ error: '' });
      expect(there.said).toContain('3 pictures were moved to the store.');
      expect(await countOf()).toMatchObject({ files: 3, parts: 0 });
      for (const { url, bytes } of all) {
        expect(same(await bytesAt(server, url), bytes)).toBe(true);
      }
      const back = await run(['move-pictures', 'to-database']);
      expect(back.said).toContain('3 pictures were moved to the database.');
      expect(await s3.keys()).toEqual([]);
      for (const { url, bytes } of all) {
        expect(same(await bytesAt(plain(), url), bytes)).toBe(true);
      }
    });

    it.each(['to-store', 'to-database'] as const)(
      'may break off %s and be said again; pictures are seen meanwhile',
      async (direction) => {
        const server = withStore();
        const from = direction === 'to-store' ? plain() : server;
        const all = await Promise.all([1, 2, 3].map(() => storeOne(from)));
        const method = direction === 'to-store' ? 'PUT' : 'GET';
        s3.failAfter(1, 'down', [method]);
        const { error } = await run(['move-pictures', direction]);
        expect(error).toMatch(/not available.*say it again/);
        expect(error).not.toMatch(/S3RVER|127\.0\.0\.1/);
        s3.fail(undefined);
        const rest = await keptKeys();
        expect(rest.length).toBe(direction === 'to-store' ? 1 : 2);
        for (const { url, bytes } of all) {
          expect(same(await bytesAt(server, url), bytes)).toBe(true);
        }
        expect((await run(['move-pictures', direction])).error).toBe('');
        for (const { url, bytes } of all) {
          expect(same(await bytesAt(server, url), bytes)).toBe(true);
        }
        expect(await keptKeys()).toHaveLength(direction === 'to-store' ? 3 : 0);
      },
    );

    it('keeps an object whose bytes are not those that were stored', async () => {
      await storeOne(withStore());
      s3.fail('alters', ['GET']);
      const { error } = await run(['move-pictures', 'to-database']);
      expect(error).toMatch(/1 pictures are missing or damaged/);
      expect(await s3.keys()).toEqual(await keptKeys());
      expect(await s3.keys()).toHaveLength(1);
      expect(await countOf()).toMatchObject({ parts: 0 });
    });

    it('keeps the rows where the store gives other bytes back', async () => {
      const { url, bytes } = await storeOne(plain());
      s3.fail('alters', ['GET']);
      const { error } = await run(['move-pictures', 'to-store']);
      expect(error).toMatch(/stored other bytes/);
      expect(await keptKeys()).toEqual([]);
      expect(same(await bytesAt(plain(), url), bytes)).toBe(true);
    });

    it('does not break off a picture that is read meanwhile', async () => {
      const bytes = picture(3 * PART_BYTES);
      await storeOne(plain(), bytes);
      const files = { db: database().db, store: store() };
      const [file] = await files.db.select().from(blob);
      if (!file) throw new Error('There is no file.');
      const range = { from: 0, to: file.size - 1 };
      const reading = readFile(files, file, range);
      const first = await reading.next();
      await run(['move-pictures', 'to-store']);
      const chunks = [first.value ?? new Uint8Array()];
      for await (const chunk of reading) chunks.push(chunk);
      expect(same(Buffer.concat(chunks), bytes)).toBe(true);
    });

    it('says what it needs', async () => {
      expect((await run(['move-pictures', 'away'])).error).toMatch(/to-store/);
      expect((await run(['move-pictures', 'to-store'], {})).error).toBe(
        'PICTURES_URL is not set.',
      );
    });
  });

  describe('a backup', () => {
    it('has the pictures wherever they lie; a restore puts them where they belong', async () => {
      const server = withStore();
      const both = [await storeOne(server), await storeOne(plain())];
      const path = join(folder, `${randomUUID()}.gz`);
      expect(await run(['backup', path])).toMatchObject({ error: '' });

      await emptyDatabase(database().db);
      expect(await run(['restore', path], {})).toMatchObject({ error: '' });
      expect(await keptKeys()).toEqual([]);
      for (const { url, bytes } of both) {
        expect(same(await bytesAt(plain(), url), bytes)).toBe(true);
      }

      await emptyDatabase(database().db);
      expect(await run(['restore', path])).toMatchObject({ error: '' });
      expect(await keptKeys()).toHaveLength(2);
      expect(await countOf()).toMatchObject({ files: 2, parts: 0 });
      for (const { url, bytes } of both) {
        expect(same(await bytesAt(server, url), bytes)).toBe(true);
      }
    });

    it('reads what is moved or deleted meanwhile: the store keeps it so long', async () => {
      // The embedded database has one connection: nothing goes on beside a backup.
      if (database().dialect !== 'postgres') return;
      const { db } = database();
      await storeOne(withStore());
      const [key] = await s3.keys();
      await db.transaction(async (tx) => {
        await holdObjects(tx);
        const { error } = await run(['move-pictures', 'to-database']);
        expect(error).toMatch(
          /still holds 1 pictures: .* backup is being made/,
        );
        expect(await s3.keys()).toEqual([key]);
      });
      const { error } = await run(['move-pictures', 'to-database']);
      expect({ error, keys: await s3.keys() }).toEqual({ error: '', keys: [] });

      // A backup does the same: it waits for who has the lock for itself.
      const path = join(folder, `${randomUUID()}.gz`);
      const backup = await db.transaction(async (tx) => {
        await tx.execute(
          sql`select pg_advisory_xact_lock(${BACKUP_LOCK}::int)`,
        );
        const backup = run(['backup', path]);
        await expect
          .poll(() =>
            tx.$count(
              sql`pg_locks`,
              sql`locktype = 'advisory' and mode = 'ShareLock' and not granted`,
            ),
          )
          .toBe(1);
        return { backup };
      });
      expect(await backup.backup).toMatchObject({ error: '' });
    });

    it('is not made while the store does not answer', async () => {
      await storeOne(withStore());
      s3.fail('down');
      const path = join(folder, `${randomUUID()}.gz`);
      const { error } = await run(['backup', path]);
      expect(error).toMatch(/would lack pictures, so none is made/);
    });

    it('says which picture it lacks, and has all others', async () => {
      const server = withStore();
      await storeOne(server);
      const [lost = ''] = await s3.keys();
      await storeOne(server);
      await s3.lose(lost);
      const path = join(folder, `${randomUUID()}.gz`);
      const { error, said } = await run(['backup', path]);
      expect(error).toBe('');
      expect(said).toContain(`lacks a picture: The object ${lost} is gone.`);
      await emptyDatabase(database().db);
      await run(['restore', path], {});
      expect(await countOf()).toMatchObject({ files: 2, parts: 2 });
    });
  });
});

describe('a whole process', () => {
  it('that is killed during a move loses nothing, and prints no key', async () => {
    const dataDir = join(folder, 'data');
    const place = ['--data', dataDir];
    const demo = { ADMIN_ACCOUNT: '', ADMIN_PASSWORD: '' };
    const start = () =>
      startServerProcess([...place, '--size', 'XS', '--port', '0'], {
        ...demo,
        ...s3.env,
      });
    const stop = async (server: ReturnType<typeof start>) => {
      server.child.kill('SIGTERM');
      await server.exit;
    };
    const move = (...args: string[]) =>
      startServerProcess(
        ['move-pictures', ...args, ...place],
        { ...demo, ...s3.env },
        [],
        { cwd: root, script: ['--import', 'tsx', 'server/admin.ts'] },
      );
    const first = start();
    await first.address();
    expect(first.output()).toContain(s3.place.url);
    expect(first.output()).not.toContain(s3.place.secret);
    await stop(first);

    s3.failAfter(3, 'slow', ['PUT']);
    const killed = move('to-store');
    await expect
      .poll(() => s3.requests.filter((each) => each.startsWith('PUT')).length, {
        timeout: 90_000,
      })
      .toBe(4);
    killed.child.kill('SIGKILL');
    await killed.exit;
    s3.fail(undefined);
    const again = move('to-store');
    expect(await again.exit).toBe(0);
    expect(again.output()).not.toContain(s3.place.secret);
    const back = move('to-database');
    expect(await back.exit).toBe(0);
    const numberOf = (text: string) =>
      Number(/(\d+) pictures were moved/.exec(text)?.[1]);
    expect(numberOf(back.output())).toBe(numberOf(again.output()) + 3);
  }, 240_000);
});

describe('the settings of the store', () => {
  const read = (env: Record<string, string>) =>
    readAdminOptions(['list-accounts'], env).pictures;
  const KEYS = { PICTURES_KEY_ID: 'id', PICTURES_SECRET: 'a/b+c' };

  it.each([
    [
      'https://s3.example.org/bucket',
      'https://s3.example.org/bucket/',
      'us-east-1',
    ],
    [
      'https://b.s3.example.org?region=eu-1',
      'https://b.s3.example.org/',
      'eu-1',
    ],
    ['http://store:9000/b/files/', 'http://store:9000/b/files/', 'us-east-1'],
  ])('take %s', (text, url, region) => {
    const found = { url, region, keyId: 'id', secret: 'a/b+c' };
    expect(read({ PICTURES_URL: text, ...KEYS })).toEqual(found);
  });

  it.each([
    'bucket',
    'ftp://s3.example.org/bucket',
    'https://id:hidden@s3.example.org/bucket',
    'https://s3.example.org/bucket?secret=hidden',
    'https://s3.example.org/bucket?region=',
  ])('refuse %s by name, and do not repeat it', (text) => {
    const attempt = () => read({ PICTURES_URL: text, ...KEYS });
    expect(attempt).toThrow(/^PICTURES_URL must look like/);
    expect(attempt).not.toThrow(/hidden/);
  });

  it('go together', () => {
    expect(read({})).toBeUndefined();
    const attempt = () => read({ PICTURES_URL: 'https://s3.example.org/b' });
    expect(attempt).toThrow(/go together/);
  });
});
