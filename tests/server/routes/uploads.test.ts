import { asc, eq, sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';

import type { OpenDatabase } from '../../../server/db/database';
import { CommitLostError } from '../../../server/db/database-away';
import { PART_BYTES } from '../../../server/db/file-parts';
import { blob, filePart, note, observer } from '../../../server/db/schema';
import { cleanUp } from '../../../server/services/clean-up';
import { onEachDatabase } from '../support/on-each-database';
import {
  freshServer,
  START,
  startServer,
  type TestServer,
  type UserName,
} from '../support/server';

const path = '/api/v2/note';
const ofMaria = `${path}?observerId=41&pollingStationId=7312`;
const STATION = {
  CountyCode: 'AB',
  MunicipalityCode: 'AB-SEB',
  PollingStationNumber: '12',
};
const MOST_BYTES = 30 * 1024 * 1024;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Bytes that are different at every place of a part, and in every part. */
function film(size: number, salt = 0): File {
  const words = new Uint32Array(Math.ceil(size / 4)).map((_, at) =>
    Math.imul(at + salt + 1, 2_654_435_761),
  );
  const bytes = new Uint8Array(words.buffer, 0, size);
  return new File([bytes], 'film.mp4', { type: 'video/mp4' });
}

function form(fields: Record<string, string | File>): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries({ ...STATION, ...fields })) {
    body.append(name, value);
  }
  return body;
}

const post = (
  { ask }: TestServer,
  fields: Record<string, string | File>,
  as: UserName = 'maria',
  headers: Record<string, string> = {},
) => ask(path, { method: 'POST', as, body: form(fields), headers });

async function detailOf(reply: Response): Promise<string> {
  return (await reply.json()).detail;
}

/** A form on its way: the test says how much of it arrives, and when it ends. */
async function slowForm(fields: Record<string, string | File>) {
  const whole = new Response(form(fields));
  const bytes = new Uint8Array(await whole.arrayBuffer());
  let source: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      source = controller;
    },
  });
  return {
    headers: {
      'Content-Type': whole.headers.get('Content-Type') ?? '',
      'Content-Length': String(bytes.length),
    },
    body,
    arrive: (from: number, to: number) =>
      source?.enqueue(bytes.subarray(bytes.length * from, bytes.length * to)),
    end: () => source?.close(),
    breakOff: () => source?.error(new Error('The phone went away.')),
  };
}

onEachDatabase((database) => {
  const server = freshServer(database);

  const partsNow = () => database().db.$count(filePart);

  const postSlowly = (
    { ask }: TestServer,
    { headers, body }: Awaited<ReturnType<typeof slowForm>>,
  ) => ask(path, { method: 'POST', as: 'maria', headers, body });

  describe('a film', () => {
    it('is stored in parts, of which no statement holds more than one', async () => {
      const size = 5 * PART_BYTES + 7;
      const sent = film(size);
      const reply = await post(server(), { Files: sent });
      expect(reply.status).toBe(200);
      const rows = await database()
        .db.select({
          number: filePart.number,
          size: sql`length(${filePart.bytes})`.mapWith(Number),
        })
        .from(filePart)
        .orderBy(asc(filePart.number));
      expect(rows).toEqual([
        ...[0, 1, 2, 3, 4].map((number) => ({ number, size: PART_BYTES })),
        { number: 5, size: 7 },
      ]);
      const [url] = (await reply.json()).filesAddress;
      const served = await server().ask(url);
      expect(served.headers.get('Content-Length')).toBe(String(size));
      const bytes = Buffer.from(await sent.arrayBuffer());
      expect(bytes.equals(Buffer.from(await served.arrayBuffer()))).toBe(true);
    });

    it('is served from any byte to any other', async () => {
      const size = 2 * PART_BYTES + 7;
      const sent = film(size);
      const [url] = (await (await post(server(), { Files: sent })).json())
        .filesAddress;
      const bytes = Buffer.from(await sent.arrayBuffer());
      const ends = [0, 1, PART_BYTES - 1, PART_BYTES, 2 * PART_BYTES, size - 1];
      for (const from of ends) {
        for (const to of ends.filter((end) => end >= from)) {
          const headers = { Range: `bytes=${from}-${to}` };
          const reply = await server().ask(url, { headers });
          expect(reply.status).toBe(206);
          const part = Buffer.from(await reply.arrayBuffer());
          expect(part.equals(bytes.subarray(from, to + 1))).toBe(true);
        }
      }
    });

    it('that is sent twice is stored once', async () => {
      await post(server(), {
        Files: film(PART_BYTES + 1),
        Copy: film(PART_BYTES + 1),
      });
      await post(server(), { Files: film(PART_BYTES + 1) }, 'dan');
      expect(await database().db.$count(blob)).toBe(1);
      expect(await partsNow()).toBe(2);
    });

    it('is deleted with the stations, and one under way is not', async () => {
      await post(server(), { Files: film(PART_BYTES + 1) });
      const part = { number: 0, bytes: new Uint8Array([1]), storedAt: START };
      await database()
        .db.insert(filePart)
        .values({ ...part, fileId: 'under way' });
      const all = '/api/v2/polling-station/clearAll?includeRelatedData=true';
      const reply = await server().ask(all, {
        method: 'DELETE',
        as: 'organizer',
      });
      expect(reply.status).toBe(200);
      expect(await database().db.$count(blob)).toBe(0);
      expect(await database().db.select().from(filePart)).toMatchObject([
        { fileId: 'under way' },
      ]);
    });

    it('of which a part is missing breaks off, rather than end early', async () => {
      const reply = await post(server(), { Files: film(3 * PART_BYTES) });
      const [url] = (await reply.json()).filesAddress;
      await database().db.delete(filePart).where(eq(filePart.number, 1));
      const log = vi.fn();
      const { ask } = startServer(database(), { log });
      const served = await ask(url);
      await expect(served.arrayBuffer()).rejects.toThrow('broke off');
      expect(log).toHaveBeenCalledWith(
        expect.stringMatching(
          /attachment\/:id\/:fileName broke off: FileGoneError/,
        ),
      );
    });

    it('of which nothing is there any more is a 404', async () => {
      const reply = await post(server(), { Files: film(PART_BYTES) });
      const [url] = (await reply.json()).filesAddress;
      await database().db.delete(filePart);
      expect((await server().ask(url)).status).toBe(404);
    });
  });

  describe('an upload under way', () => {
    it('holds up nobody, however long it takes', async () => {
      const slow = await slowForm({ Files: film(3 * PART_BYTES) });
      const answered = postSlowly(server(), slow);
      slow.arrive(0, 0.7);
      await expect.poll(partsNow).toBe(2);
      expect(await server().read('/api/v1/answers')).toMatchObject({
        totalItems: 0,
      });
      expect((await post(server(), { Text: 'short' })).status).toBe(200);
      expect(await server().read(ofMaria)).toMatchObject([{ text: 'short' }]);
      slow.arrive(0.7, 1);
      slow.end();
      expect((await answered).status).toBe(200);
      expect(await server().read(ofMaria)).toHaveLength(2);
    });

    it('that breaks off leaves nothing behind', async () => {
      const slow = await slowForm({ Files: film(3 * PART_BYTES) });
      const answered = postSlowly(server(), slow);
      slow.arrive(0, 0.7);
      await expect.poll(partsNow).toBeGreaterThan(0);
      slow.breakOff();
      expect((await answered).status).toBe(400);
      expect(await partsNow()).toBe(0);
      expect(await server().read(ofMaria)).toEqual([]);
    });

    it('of which a part was lost meanwhile is no note', async () => {
      const slow = await slowForm({ Files: film(3 * PART_BYTES) });
      const log = vi.fn();
      const answered = postSlowly(startServer(database(), { log }), slow);
      slow.arrive(0, 0.7);
      await expect.poll(partsNow).toBe(2);
      await database().db.delete(filePart).where(eq(filePart.number, 0));
      slow.arrive(0.7, 1);
      slow.end();
      expect((await answered).status).toBe(500);
      expect(log).toHaveBeenCalledOnce();
      expect(await server().read(ofMaria)).toEqual([]);
      expect(await database().db.$count(blob)).toBe(0);
    });

    it('is one of at most ten of an observer', async () => {
      const forms = await Promise.all(
        Array.from({ length: 10 }, (_, at) =>
          slowForm({ Files: film(PART_BYTES, at), Text: 'slow' }),
        ),
      );
      const answered = forms.map((slow) => postSlowly(server(), slow));
      for (const slow of forms) slow.arrive(0, 0.9999);
      await expect.poll(partsNow).toBe(forms.length);
      const refused = await post(server(), { Text: 'more' });
      expect(refused.status).toBe(429);
      expect(refused.headers.get('Retry-After')).toBe('5');
      expect(await detailOf(refused)).toMatch(/At most 10 uploads/);
      expect((await post(server(), { Text: 'other' }, 'dan')).status).toBe(200);
      for (const slow of forms) {
        slow.arrive(0.9999, 1);
        slow.end();
      }
      expect((await Promise.all(answered)).every(({ ok }) => ok)).toBe(true);
      expect((await post(server(), { Text: 'more' })).status).toBe(200);
    });

    it('is cleaned up a day after its process died', async () => {
      await post(server(), { Files: film(PART_BYTES + 1) });
      await database()
        .db.insert(filePart)
        .values({
          fileId: 'of a process that died',
          number: 0,
          bytes: new Uint8Array([1]),
          storedAt: START,
        });
      const clean = (ms: number) =>
        cleanUp(database().db, new Date(START.getTime() + ms), () => {});
      await clean(DAY_MS);
      expect(await partsNow()).toBe(3);
      await clean(DAY_MS + 1);
      expect(await partsNow()).toBe(2);
    });
  });

  describe('what is refused', () => {
    it.each<[string, Record<string, string>, number]>([
      ['an unknown question', { QuestionId: '999' }, 400],
      ['an unknown station', { PollingStationNumber: '999' }, 400],
      ['a text that is too long', { Text: 'x'.repeat(1024 * 1024 + 1) }, 413],
    ])('leaves no part: %s', async (_, fields, status) => {
      const reply = await post(server(), { Files: film(9), ...fields });
      expect(reply.status).toBe(status);
      expect(await partsNow()).toBe(0);
      expect(await database().db.$count(note)).toBe(0);
    });

    it('is a form of more than a thousand fields', async () => {
      const empty = Array.from({ length: 1001 }, (_, at) => [
        `File${at}`,
        film(0),
      ]);
      const reply = await post(server(), Object.fromEntries(empty));
      expect(reply.status).toBe(413);
      expect(await detailOf(reply)).toBe('A form has at most 1000 fields.');
    });

    it('is not even stored for who may not send: nobody, staff, a deleted observer', async () => {
      const body = form({ Files: film(9) });
      const nobody = await server().ask(path, { method: 'POST', body });
      expect(nobody.status).toBe(401);
      expect((await post(server(), { Files: film(9) }, 'admin')).status).toBe(
        403,
      );
      await database().db.delete(observer).where(eq(observer.id, 41));
      const inserts = vi.spyOn(database().db, 'insert');
      expect((await post(server(), { Files: film(9) })).status).toBe(401);
      expect(inserts).not.toHaveBeenCalled();
      inserts.mockRestore();
    });

    it('is a body of more than 30 MiB, also when nobody said its length', async () => {
      const { headers } = await slowForm({});
      const said = await server().ask(path, {
        method: 'POST',
        as: 'maria',
        headers: { ...headers, 'Content-Length': String(MOST_BYTES + 1) },
        body: 'x',
      });
      expect(said.status).toBe(413);
      const megabyte = new Uint8Array(1024 * 1024);
      let sent = 0;
      const body = new ReadableStream<Uint8Array>({
        pull: (controller) => {
          sent += 1;
          controller.enqueue(megabyte);
        },
      });
      const reply = await server().ask(path, {
        method: 'POST',
        as: 'maria',
        headers: { 'Content-Type': headers['Content-Type'] },
        body,
      });
      expect(reply.status).toBe(413);
      expect(await detailOf(reply)).toContain(`${MOST_BYTES} bytes`);
      expect(sent).toBeLessThan(35);
    });
  });

  describe('the quota of an observer', () => {
    const limited = (files: number, bytes: number) =>
      startServer(database(), { uploadQuota: { files, bytes } });

    it('is a number of files', async () => {
      const small = limited(2, 2 ** 30);
      await post(small, { Files: film(9), Copy: film(9) });
      const refused = await post(small, { Files: film(5) });
      expect(refused.status).toBe(413);
      expect(await detailOf(refused)).toBe(
        'An observer may send 2 files in all.',
      );
      expect((await post(small, { Text: 'no file' })).status).toBe(200);
      expect((await post(small, { Files: film(5) }, 'dan')).status).toBe(200);
    });

    it('is a number of bytes, and what is beyond is not stored', async () => {
      const small = limited(100, 2 * 1024 * 1024);
      expect((await post(small, { Files: film(2 * 1024 * 1024) })).status).toBe(
        200,
      );
      const before = await partsNow();
      const refused = await post(small, { Files: film(PART_BYTES, 1) });
      expect(refused.status).toBe(413);
      expect(await detailOf(refused)).toBe(
        'The files of an observer may have 2 MB in all.',
      );
      expect(await partsNow()).toBe(before);
    });

    it('is told when the phone has sent everything and listens', async () => {
      const slow = await slowForm({ Files: film(3 * PART_BYTES) });
      let isAnswered = false;
      const answered = postSlowly(limited(0, 2 ** 30), slow).then((reply) => {
        isAnswered = true;
        return reply;
      });
      slow.arrive(0, 0.9);
      await new Promise(setImmediate);
      await server().read('/api/v1/answers');
      expect(isAnswered).toBe(false);
      slow.arrive(0.9, 1);
      slow.end();
      expect((await answered).status).toBe(413);
    });

    it('holds for uploads that end together', async () => {
      const small = limited(3, 2 ** 30);
      const replies = await Promise.all(
        Array.from({ length: 6 }, (_, at) =>
          post(small, { Files: film(9, at) }),
        ),
      );
      const counts = { 200: 0, 413: 0 };
      for (const { status } of replies) {
        counts[status === 200 ? 200 : 413] += 1;
      }
      expect(counts).toEqual({ 200: 3, 413: 3 });
      expect(await partsNow()).toBe(3);
    });
  });

  describe('a repeated request', () => {
    const key = { 'Idempotency-Key': 'film-1' };

    it('gets its first reply, and stores nothing again', async () => {
      const send = () =>
        post(server(), { Files: film(PART_BYTES + 1) }, 'maria', key);
      const [first, ...others] = await Promise.all([send(), send(), send()]);
      const text = await first?.text();
      for (const each of others) expect(await each.text()).toBe(text);
      expect(await (await send()).text()).toBe(text);
      expect(await server().read(ofMaria)).toHaveLength(1);
      expect(await partsNow()).toBe(2);
    });

    it('with another film of the same length is another request', async () => {
      await post(server(), { Files: film(9, 1) }, 'maria', key);
      const other = await post(server(), { Files: film(9, 2) }, 'maria', key);
      expect(other.status).toBe(422);
      expect(await partsNow()).toBe(1);
    });

    it('keeps the parts while nobody knows whether they are needed', async () => {
      const { db } = database();
      const transaction = () =>
        Promise.reject(new CommitLostError(new Error('away')));
      const lost: OpenDatabase = {
        ...database(),
        db: Object.assign(Object.create(db), { transaction }),
      };
      const reply = await post(startServer(lost), { Files: film(9) });
      expect(reply.status).toBe(504);
      expect(await partsNow()).toBe(1);
    });
  });
});
