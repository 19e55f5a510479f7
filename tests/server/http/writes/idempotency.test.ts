import { expect, it } from 'vitest';

import { idempotencyKey, note } from '../../../../server/db/schema';
import { forgetOldReplies } from '../../../../server/http/writes/idempotency';
import { onEachDatabase } from '../../support/on-each-database';
import {
  freshServer,
  postedAnswers,
  START,
  startServer,
} from '../../support/server';
import type { Ask } from '../../support/server';

const path = '/api/v1/observer';
const rename = { observerId: 41, name: 'Maria Popescu' };

/** A write with a key happens once, also when its reply is lost. */
onEachDatabase((database) => {
  const server = freshServer(database);

  const put = (key: string, body: unknown = rename, more: Ask = {}) =>
    server().ask(path, {
      method: 'PUT',
      as: 'organizer',
      body,
      ...more,
      headers: { 'Idempotency-Key': key },
    });

  it('replays the first reply instead of writing again', async () => {
    const first = await put('key-1');
    expect([first.status, await first.json()]).toEqual([200, true]);
    // Executed again this would say false: nothing left to change.
    const second = await put('key-1');
    expect([second.status, await second.json()]).toEqual([200, true]);
    expect(second.headers.get('Content-Type')).toBe(
      first.headers.get('Content-Type'),
    );
    expect(await (await put('key-2')).json()).toBe(false);
  });

  it('replays across a restart and on another process', async () => {
    await put('key-1');
    const other = startServer(database());
    const reply = await other.ask(path, {
      method: 'PUT',
      as: 'organizer',
      body: rename,
      headers: { 'Idempotency-Key': 'key-1' },
    });
    expect(await reply.json()).toBe(true);
  });

  it('executes duplicates that arrive together once', async () => {
    const newNote = () => {
      const form = new FormData();
      form.set('CountyCode', 'AB');
      form.set('PollingStationNumber', '12');
      form.set('Text', 'Once only');
      return form;
    };
    const replies = await Promise.all(
      Array.from({ length: 8 }, () =>
        server().ask('/api/v2/note', {
          method: 'POST',
          as: 'maria',
          body: newNote(),
          headers: { 'Idempotency-Key': 'note-1' },
        }),
      ),
    );
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    const notes = await server().read(
      '/api/v2/note?observerId=41&pollingStationId=7312',
    );
    expect(notes).toHaveLength(1);
  });

  it('refuses the same key with another body: 422', async () => {
    await put('key-1');
    const reply = await put('key-1', { observerId: 41, name: 'Somebody else' });
    expect(reply.status).toBe(422);
    expect(reply.headers.get('Content-Type')).toBe('application/problem+json');
    expect(await server().read(`${path}?Name=Somebody`)).toMatchObject({
      totalItems: 0,
    });
  });

  it('knows a new observer that comes in query and body, and again in the body alone', async () => {
    const add = (query: string, name = 'Dan Pop', key = 'new-1') =>
      server().ask(`${path}${query}`, {
        method: 'POST',
        as: 'organizer',
        body: { phone: '+40799555', pin: '4321', name, sendSMS: false },
        headers: { 'Idempotency-Key': key },
      });
    const both = '?Phone=%2B40799555&Pin=4321&Name=Dan+Pop&SendSMS=false';
    const first = await add(both);
    expect(first.status).toBe(200);
    const id = await first.json();
    for (const query of ['', both, '?Name=Dan+Pop']) {
      const again = await add(query);
      expect(again.headers.get('Idempotency-Replayed')).toBe('true');
      expect(await again.json()).toBe(id);
    }
    // The other way round, as after a server was replaced by an older one.
    await add('', 'Dan Pop', 'new-2');
    const again = await add(both, 'Dan Pop', 'new-2');
    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
    // What differs is another request.
    for (const other of [
      await add(both, 'Another'),
      await add('', 'Another'),
      await add('?Name=Another'),
      await add('?More=1'),
    ]) {
      expect(other.status).toBe(422);
    }
    expect(await server().read(`${path}?Number=40799555`)).toMatchObject({
      totalItems: 2,
    });
  });

  it('tells files of one length apart by name, type and content: 422', async () => {
    const send = (text: string, fileName = 'a.txt', type = 'text/plain') => {
      const form = new FormData();
      form.set('CountyCode', 'AB');
      form.set('PollingStationNumber', '12');
      form.set('Text', 'With a file');
      form.set('Files', new File([text], fileName, { type }));
      return server().ask('/api/v2/note', {
        method: 'POST',
        as: 'maria',
        body: form,
        headers: { 'Idempotency-Key': 'note-1' },
      });
    };
    const first = await send('seen at 10');
    expect(first.status).toBe(200);
    // Each sending has its own boundary.
    const again = await send('seen at 10');
    expect(again.headers.get('Idempotency-Replayed')).toBe('true');
    expect(await again.text()).toBe(await first.text());
    for (const other of [
      await send('seen at 11'),
      await send('seen at 10', 'b.txt'),
      await send('seen at 10', 'a.txt', 'text/other'),
    ]) {
      expect(other.status).toBe(422);
    }
  });

  it('keeps the keys of users, methods and paths apart', async () => {
    const headers = { 'Idempotency-Key': 'key-1' };
    const body = postedAnswers(205, [{ optionId: 901 }]);
    const ask = { method: 'POST', body, headers };
    expect((await put('key-1')).status).toBe(200);
    for (const as of ['maria', 'dan'] as const) {
      expect(
        (await server().ask('/api/v1/answers', { ...ask, as })).status,
      ).toBe(200);
    }
    expect(await server().read('/api/v1/answers')).toMatchObject({
      totalItems: 2,
    });
  });

  it('remembers a refusal, and leaves no trace of its effect', async () => {
    const wrong = { observerId: 41, phone: '0'.repeat(21) };
    const first = await put('key-1', wrong);
    const second = await put('key-1', wrong);
    expect([first.status, second.status]).toEqual([400, 400]);
    expect(await second.text()).toBe(await first.text());
    expect(second.headers.get('Idempotency-Replayed')).toBe('true');
  });

  it('lets a refusal for lack of rights be tried again', async () => {
    expect((await put('key-1', rename, { as: 'admin' })).status).toBe(403);
    expect(await database().db.select().from(idempotencyKey)).toEqual([]);
  });

  it('lets be tried again what clashed with a row that another write stored', async () => {
    const { db } = database();
    await db.insert(note).values({
      // The id that the next note would get.
      id: 1,
      observerId: 41,
      pollingStationId: 7312,
      text: 'First',
      lastModified: START,
    });
    const post = () => {
      const form = new FormData();
      form.set('CountyCode', 'AB');
      form.set('PollingStationNumber', '12');
      form.set('Text', 'Second');
      return server().ask('/api/v2/note', {
        method: 'POST',
        as: 'maria',
        body: form,
        headers: { 'Idempotency-Key': 'note-1' },
      });
    };
    expect((await post()).status).toBe(409);
    expect(await db.select().from(idempotencyKey)).toEqual([]);
    expect((await post()).status).toBe(200);
    expect(await db.$count(note)).toBe(2);
  });

  it('forgets a reply after a day', async () => {
    await put('key-1');
    server().clock.now = new Date(START.getTime() + 86_400_001);
    expect(await (await put('key-1')).json()).toBe(false);
    server().clock.now = new Date(START.getTime() + 3 * 86_400_000);
    await forgetOldReplies(database().db, server().clock.now);
    expect(await database().db.select().from(idempotencyKey)).toEqual([]);
  });

  it.each(['', 'x'.repeat(201)])('refuses the key "%s"', async (key) => {
    expect((await put(key)).status).toBe(400);
  });

  it('writes again when told to ignore keys', async () => {
    const { ask } = startServer(database(), {
      quirks: { noIdempotency: true },
    });
    const write = async () => {
      const headers = { 'Idempotency-Key': 'key-1' };
      const reply = await ask(path, {
        method: 'PUT',
        as: 'organizer',
        body: rename,
        headers,
      });
      return reply.json();
    };
    expect([await write(), await write()]).toEqual([true, false]);
  });
});
