import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';

import { idempotencyKey, observer } from '../../../server/db/schema';
import { noPush } from '../../../server/push/no-push';
import type { PushService } from '../../../server/push/push-service';
import { createRecorder, type Recorder } from '../../../server/push/recorder';
import { resetFixtures } from '../support/fixtures';
import { onEachDatabase } from '../support/on-each-database';
import {
  startServer,
  users,
  type TestServer,
  type UserName,
} from '../support/server';

const path = '/api/v1/notification';

/** The body of docs/api-contract.md 4.6. */
const reminder = {
  channel: 'Firebase',
  from: 'Vote Monitor',
  title: 'Reminder',
  message: 'Please submit form C.',
};

/** docs/api-contract.md 4.6. */
onEachDatabase((database) => {
  let push: Recorder;
  let server: TestServer;

  beforeEach(async () => {
    const { db } = database();
    await resetFixtures(db);
    const register = (id: number, channelName: string) =>
      db
        .update(observer)
        .set({ channelName, fcmToken: `token-${id}` })
        .where(eq(observer.id, id));
    await register(41, 'Firebase');
    await register(42, 'firebase');
    await register(43, 'Pigeon');
    push = createRecorder();
    server = startServer(database(), { push });
  });

  const send = (
    recipients: unknown,
    headers: Record<string, string> = {},
    on: TestServer = server,
  ) =>
    on.ask(`${path}/send`, {
      method: 'POST',
      as: 'organizer',
      body: { ...reminder, recipients },
      headers,
    });
  const history = async (query = '') =>
    (await server.read(`${path}/get/all${query}`)) as {
      totalItems: number;
      data: { sentObserverIds: number[] }[];
    };

  it('sends to chosen observers, each once, and counts phones', async () => {
    const reply = await send([43, '41', 41, 999, 43]);
    expect(reply.status).toBe(202);
    // The third has a phone for another channel.
    expect(await reply.json()).toBe(1);
    expect(push.sendings()).toEqual([
      {
        channel: 'Firebase',
        title: 'Reminder',
        body: 'Please submit form C.',
        tokens: ['token-41'],
      },
    ]);
    expect(await history('?page=1&pageSize=100')).toEqual({
      data: [
        {
          id: expect.any(Number),
          title: 'Reminder',
          channel: 'Firebase',
          body: 'Please submit form C.',
          insertedAt: '2026-11-22T09:00:00.000Z',
          senderId: 3,
          senderIdNgo: 1,
          senderNgoName: 'Observers United',
          senderAccount: 'olga@example.org',
          sentObserverIds: [41, 43],
        },
      ],
      totalItems: 1,
      totalPages: 1,
      page: 1,
      pageSize: 100,
    });
  });

  it('sends to every phone of the channel, of all NGOs', async () => {
    const reply = await server.ask(`${path}/send/all`, {
      method: 'POST',
      as: 'organizer',
      body: { ...reminder, channel: 'FIREBASE' },
    });
    expect([reply.status, await reply.json()]).toEqual([202, 2]);
    expect(await history()).toMatchObject({
      data: [{ sentObserverIds: [41, 42] }],
    });
  });

  it('stores a message that reached nobody', async () => {
    expect(await (await send([999])).json()).toBe(0);
    expect(await history()).toMatchObject({ data: [{ sentObserverIds: [] }] });
  });

  it.each(['channel', 'from', 'title', 'message'])(
    'refuses a blank %s',
    async (name) => {
      for (const text of ['', '  ', null, 7]) {
        const reply = await server.ask(`${path}/send`, {
          method: 'POST',
          as: 'organizer',
          body: { ...reminder, recipients: [41], [name]: text },
        });
        expect(reply.status).toBe(400);
        const { errors } = await reply.json();
        expect(Object.keys(errors).join().toLowerCase()).toBe(name);
      }
      expect(push.sendings()).toEqual([]);
    },
  );

  it.each([[undefined], [null], [[]], ['41'], [[41, 'x']], [[1.5]], [{}]])(
    'refuses the recipients %o',
    async (recipients) => {
      expect((await send(recipients)).status).toBe(400);
      expect(push.sendings()).toEqual([]);
      expect(await history()).toMatchObject({ totalItems: 0 });
    },
  );

  it('pages the history, newest first', async () => {
    for (const id of [41, 42, 43]) await send([id]);
    const ids = async (query: string) =>
      (await history(query)).data.map((row) => row.sentObserverIds);
    expect(await ids('?pageSize=2')).toEqual([[43], [42]]);
    expect(await ids('?pageSize=2&page=2')).toEqual([[41]]);
    const mixed = startServer(database(), { quirks: { shuffledLists: true } });
    const orders = new Set<string>();
    for (let at = 0; at < 40 && orders.size < 2; at += 1) {
      orders.add(JSON.stringify(await mixed.read(`${path}/get/all`)));
    }
    expect(orders.size).toBe(2);
  });

  it('reaches phones once when a request is sent again', async () => {
    const key = { 'Idempotency-Key': 'reminder-1' };
    const replies = await Promise.all([1, 2, 3].map(() => send([41], key)));
    expect(replies.map(({ status }) => status)).toEqual([202, 202, 202]);
    // The final count replaces the provisional one.
    const later = await send([41], key);
    expect([later.status, await later.json()]).toEqual([202, 1]);
    expect(later.headers.get('Idempotency-Replayed')).toBe('true');
    expect(push.sendings()).toHaveLength(1);
    expect(await history()).toMatchObject({ totalItems: 1 });
  });

  it('sends after its history is stored, and never again', async () => {
    const seen: number[] = [];
    const dying: PushService = {
      send: async () => {
        seen.push((await history()).totalItems);
        throw new Error('The process dies here.');
      },
    };
    const on = startServer(database(), { push: dying });
    const key = { 'Idempotency-Key': 'reminder-2' };
    expect((await send([41], key, on)).status).toBe(500);
    expect(seen).toEqual([1]);
    // A new process knows the key, and does not send.
    const again = await send([41], key);
    expect([again.status, await again.json()]).toEqual([202, 0]);
    expect(push.sendings()).toEqual([]);
    const [row] = await database().db.select().from(idempotencyKey);
    expect(row?.status).toBe(202);
  });

  it('shows and sends nothing to a non-organizer', async () => {
    const post = { method: 'POST', as: 'admin', body: reminder } as const;
    expect((await server.ask(`${path}/send/all`, post)).status).toBe(403);
    expect((await server.ask(`${path}/get/all`, { as: 'admin' })).status).toBe(
      403,
    );
    expect(push.sendings()).toEqual([]);
  });

  it('registers a phone for its own observer', async () => {
    const register = (body: unknown, as: UserName = 'maria') =>
      server.ask(`${path}/register`, { method: 'POST', as, body });
    const body = { observerId: 41, channelName: 'Firebase', token: 'new' };
    const reply = await register(body);
    expect([reply.status, await reply.text()]).toEqual([202, '']);
    await send([41]);
    expect(push.sendings()[0]?.tokens).toEqual(['new']);
    for (const bad of [
      { ...body, observerId: users.dan.observerId },
      { ...body, token: '' },
      { ...body, channelName: undefined },
    ]) {
      expect((await register(bad)).status).toBe(400);
    }
  });

  it('fails after its effect when told so (F11)', async () => {
    const on = startServer(database(), { push, quirks: { pushFailsEvery: 2 } });
    const statuses: number[] = [];
    for (const id of [41, 42, 41]) {
      statuses.push((await send([id], {}, on)).status);
    }
    expect(statuses).toEqual([202, 500, 202]);
    // Three times phones buzzed, but twice it is in the history.
    expect(push.sendings()).toHaveLength(3);
    expect(await history()).toMatchObject({ totalItems: 2 });
  });

  it('takes distinct known recipients only when told so', async () => {
    const strict = startServer(database(), {
      push,
      quirks: { strictRecipients: true },
    });
    for (const recipients of [[41, 41], [999], undefined, []]) {
      expect((await send(recipients, {}, strict)).status).toBe(500);
    }
    expect((await send([41, 43], {}, strict)).status).toBe(202);
    expect(push.sendings()).toHaveLength(1);
  });

  it('tells tests what phones received, and nobody else', async () => {
    const watched = startServer(database(), { push, testLog: true });
    await send([41], {}, watched);
    expect(await watched.read('/__test/pushes')).toEqual([
      {
        channel: 'Firebase',
        title: 'Reminder',
        body: 'Please submit form C.',
        phones: 1,
      },
    ]);
    expect((await server.ask('/__test/pushes')).status).toBe(404);
  });

  it('remembers what phones would show for a test alone', async () => {
    const pushesOf = async (on: TestServer) => {
      expect(await (await send([41], {}, on)).json()).toBe(1);
      return on.ask('/__test/pushes');
    };
    const unasked = startServer(database());
    expect((await pushesOf(unasked)).status).toBe(404);
    const asked = await pushesOf(startServer(database(), { testLog: true }));
    expect(await asked.json()).toMatchObject([
      { title: 'Reminder', phones: 1 },
    ]);
  });

  it('has a push service without credentials that keeps no token', async () => {
    const message = { channel: 'Firebase', title: 'Reminder', body: 'Now' };
    expect(await noPush.send(message, ['token-41', 'token-42'])).toBe(2);
    expect(Object.keys(noPush)).toEqual(['send']);
  });
});
