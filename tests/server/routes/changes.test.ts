import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';

import type { Listen } from '../../../server/db/database';
import { note } from '../../../server/db/schema';
import { readEvents, type Heard } from '../support/event-stream';
import { resetFixtures } from '../support/fixtures';
import { onEachDatabase } from '../support/on-each-database';
import { postedAnswers, startServer, type Ask } from '../support/server';
import type { TestServer, UserName } from '../support/server';

const path = '/api/extensions/changes';
const BEAT_MS = 100;
const QUICK = { liveLimits: { beatMs: BEAT_MS, togetherMs: 100 } };
/** Told together as in the product, which depends on the database. */
const AS_IT_IS = { liveLimits: { beatMs: BEAT_MS } };
const flagged = postedAnswers(205, [{ optionId: 902 }]);

/** docs/api-contract.md 10.9. */
onEachDatabase((database) => {
  const open: Heard[] = [];
  const servers: TestServer[] = [];

  afterEach(async () => {
    await Promise.all(servers.splice(0).map(({ app }) => app.endStreams()));
    await Promise.all(open.splice(0).map(({ ended }) => ended));
  });

  async function start(
    options: Parameters<typeof startServer>[1] = QUICK,
  ): Promise<TestServer> {
    await resetFixtures(database().db);
    return another(options);
  }

  /** As another process on the same database. */
  function another(options: Parameters<typeof startServer>[1] = QUICK) {
    const server = startServer(database(), options);
    servers.push(server);
    return server;
  }

  async function listen(server: TestServer, ask: Ask): Promise<Heard> {
    const reply = await server.ask(path, ask);
    expect(reply.status).toBe(200);
    const heard = readEvents(reply);
    open.push(heard);
    return heard;
  }

  const post = (server: TestServer, as: UserName, body: unknown) =>
    server.ask('/api/v1/answers', { method: 'POST', as, body });

  it('begins with "everything", and is neither kept nor held back', async () => {
    const server = await start();
    const reply = await server.ask(path, { as: 'admin' });
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    const heard = readEvents(reply);
    open.push(heard);
    expect(await heard.until('everything')).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{8}-\d+$/),
    });
    await heard.until('beat');
  });

  it('says that urgent threads changed when a flagged answer comes, and nothing of it', async () => {
    const server = await start();
    const admin = await listen(server, { as: 'admin' });
    expect((await post(server, 'maria', flagged)).status).toBe(200);
    const { kinds } = await admin.until('changes', 'urgent');
    expect(kinds?.toSorted()).toEqual(['threads', 'urgent']);
  });

  it('says "threads" alone for an answer without a flag', async () => {
    const server = await start();
    const admin = await listen(server, { as: 'admin' });
    await post(server, 'maria', postedAnswers(205, [{ optionId: 901 }]));
    expect((await admin.until('changes')).kinds).toEqual(['threads']);
  });

  it('tells an admin nothing of another organisation, and an organizer everything', async () => {
    const server = await start();
    const admin = await listen(server, { as: 'admin' });
    const organizer = await listen(server, { as: 'organizer' });
    await post(server, 'dan', flagged);
    await organizer.until('changes', 'urgent');
    // What comes after it has passed it.
    await post(server, 'maria', postedAnswers(205, [{ optionId: 901 }]));
    expect((await admin.until('changes')).kinds).toEqual(['threads']);
  });

  it.each<[string, string]>([
    ['observers', 'update observer set name = name where id = 41'],
    [
      'notes',
      `insert into station_info (observer_id, polling_station_id, last_modified) values (41, 7312, now())`,
    ],
    [
      'marks',
      `insert into triage_mark (ngo_id, observer_id, polling_station_id, state, note, set_by, set_at, received_at) values (2, 41, 7312, 'new', '', 'ana', now(), now())`,
    ],
    [
      'notifications',
      `insert into notification (sender_id, channel, title, body, inserted_at) values (3, 'c', 't', 'b', now())`,
    ],
    ['forms', 'update form set code = code'],
    ['forms', 'update option set text = text where id = 901'],
    ['places', 'update county set name = name where id = 1'],
    ['places', 'update polling_station set address = address where id = 7312'],
  ])('says that %s changed, whoever wrote: %s', async (kind, statement) => {
    const heard = await listen(await start(), { as: 'admin' });
    await database().db.execute(sql.raw(statement));
    expect((await heard.until('changes')).kinds).toEqual([kind]);
  });

  it('says nothing before the commit, and nothing of what was undone', async () => {
    const server = await start();
    const heard = await listen(server, { as: 'organizer' });
    await heard.until('beat');
    const undone = new Error('undone');
    await database()
      .db.transaction(async (tx) => {
        await tx.insert(note).values(aNote());
        throw undone;
      })
      .catch((error: unknown) => expect(error).toBe(undone));
    await post(server, 'maria', flagged);
    expect((await heard.until('changes')).kinds).not.toContain('notes');
  });

  it('says one thing for a thousand rows', async () => {
    const server = await start(AS_IT_IS);
    const heard = await listen(server, { as: 'admin' });
    await database()
      .db.insert(note)
      .values(Array.from({ length: 1_000 }, aNote));
    await heard.until('changes', 'notes');
    const beats = heard.events.filter(({ name }) => name === 'beat').length;
    await expect
      .poll(() => heard.events.filter(({ name }) => name === 'beat').length)
      .toBeGreaterThan(beats + 1);
    expect(heard.events.filter(({ name }) => name === 'changes')).toHaveLength(
      1,
    );
  });

  it('hears what another process writes', async () => {
    const server = await start();
    const heard = await listen(server, { as: 'admin' });
    await post(another(), 'maria', flagged);
    await heard.until('changes', 'urgent');
  });

  describe('after an interruption', () => {
    const resume = (server: TestServer, id: string) =>
      listen(server, { as: 'admin', headers: { 'Last-Event-ID': id } });

    it('tells what was missed', async () => {
      const server = await start();
      // Somebody else goes on listening.
      await listen(server, { as: 'organizer' });
      const first = await listen(server, { as: 'admin' });
      const { id } = await first.until('everything');
      await first.leave();
      await post(server, 'maria', flagged);
      const again = await resume(server, id);
      const { kinds } = await again.until('changes', 'urgent');
      expect(kinds).toContain('threads');
      expect(again.events.map(({ name }) => name)).not.toContain('everything');
    });

    it('tells that nothing was missed', async () => {
      const server = await start();
      const first = await listen(server, { as: 'admin' });
      const { id } = await first.until('beat');
      await first.leave();
      const again = await resume(server, id);
      await again.until('beat');
      expect(again.events[0]).toMatchObject({ name: 'changes', kinds: [] });
    });

    it.each(['1234abcd-5', 'nonsense', '-', '1234abcd-'])(
      'tells "everything" for an id that it never gave: %s',
      async (id) => {
        const again = await resume(await start(), id);
        await again.until('beat');
        expect(again.events[0]?.name).toBe('everything');
      },
    );

    it('tells "everything" for the id of another process', async () => {
      const first = await listen(await start(), { as: 'admin' });
      const { id } = await first.until('beat');
      const again = await resume(another(), id);
      await again.until('everything');
    });
  });

  it('tells "everything" after a gap, when the database is heard again', async () => {
    let cut = () => {};
    const { listen: hear } = database();
    const cutting: Listen = async (channel, onPayload, onGone) => {
      const stop = await hear(channel, onPayload, onGone);
      cut = () => void stop().then(onGone);
      return stop;
    };
    await resetFixtures(database().db);
    const server = startServer({ ...database(), listen: cutting }, QUICK);
    servers.push(server);
    const heard = await listen(server, { as: 'admin' });
    const { id } = await heard.until('beat');
    heard.events.splice(0);
    cut();
    const gap = await heard.until('everything');
    expect(gap.id.split('-')[0]).not.toBe(id.split('-')[0]);
    await post(server, 'maria', flagged);
    await heard.until('changes', 'urgent');
  });

  it('answers 503 where the database takes LISTEN and delivers nothing', async () => {
    await resetFixtures(database().db);
    const deaf = { ...database(), listen: async () => async () => {} };
    const server = startServer(deaf, { liveLimits: { heardWithinMs: 100 } });
    servers.push(server);
    const reply = await server.ask(path, { as: 'admin' });
    expect(reply.status).toBe(503);
    expect(reply.headers.get('Retry-After')).toBe('60');
  });

  it('ends within seconds when the session ends, in another process, too', async () => {
    const server = await start();
    const beside = another();
    const reply = await server.ask('/api/v2/access/authorize', {
      method: 'POST',
      body: { user: 'ana.pop@example.org', password: 's3cret' },
    });
    const { access_token: token } = await reply.json();
    const headers = { Authorization: `Bearer ${token}` };
    const streams = [
      await listen(server, { headers }),
      await listen(beside, { headers }),
    ];
    const others = await listen(beside, { as: 'organizer' });
    const out = { method: 'POST', headers };
    expect((await server.ask('/api/extensions/sign-out', out)).status).toBe(
      200,
    );
    await Promise.all(streams.map(({ ended }) => ended));
    others.events.splice(0);
    await others.until('beat');
  });

  it('ends when the account is no longer active', async () => {
    const server = await start();
    const heard = await listen(server, { as: 'admin' });
    await server.ask('/api/extensions/accounts/7', {
      method: 'PATCH',
      as: 'organizer',
      body: { isActive: false },
    });
    await heard.ended;
  });

  it('ends when the account needs a second factor and has none', async () => {
    const server = await start();
    const heard = await listen(server, { as: 'admin' });
    await server.ask('/api/extensions/second-factor/required', {
      method: 'PUT',
      as: 'organizer',
      body: { isRequired: true },
    });
    await heard.ended;
  });

  it('has a limit for an account and one for all, and gives places back', async () => {
    const server = await start({
      liveLimits: { beatMs: BEAT_MS, streams: 3, streamsOfAccount: 2 },
    });
    const first = await listen(server, { as: 'admin' });
    await listen(server, { as: 'admin' });
    const status = async (as: UserName) => {
      const reply = await server.ask(path, { as });
      if (reply.status === 200) open.push(readEvents(reply));
      return reply.status;
    };
    expect(await status('admin')).toBe(503);
    expect(await status('organizer')).toBe(200);
    expect(await status('organizer')).toBe(503);
    await first.leave();
    expect(await status('admin')).toBe(200);
  });

  it('tells organizers with its beats that the disk has little room', async () => {
    const free = { bytes: 2 ** 30 - 1 };
    const server = startServer(
      { ...database(), freeBytes: async () => free.bytes },
      QUICK,
    );
    servers.push(server);
    const organizer = await listen(server, { as: 'organizer' });
    const admin = await listen(server, { as: 'admin' });
    expect((await organizer.until('beat')).disk).toBe('low');
    expect((await admin.until('beat')).disk).toBe(undefined);
    free.bytes = 2 ** 30;
    await expect
      .poll(() => organizer.events.at(-1), { timeout: 10_000 })
      .toMatchObject({ name: 'beat', disk: undefined });
  });

  it('has a limit for an organisation, so that others have their places', async () => {
    const server = await start({ liveLimits: { streamsOfNgo: 1 } });
    await listen(server, { as: 'admin' });
    expect((await server.ask(path, { as: 'admin' })).status).toBe(503);
    await listen(server, { as: 'organizer' });
  });

  it('drops a reader that reads nothing', async () => {
    const server = await start({ liveLimits: { beatMs: 1, streams: 1 } });
    const slow = await server.ask(path, { as: 'admin' });
    await expect
      .poll(
        async () => {
          const reply = await server.ask(path, { as: 'admin' });
          await reply.body?.cancel();
          return reply.status;
        },
        { timeout: 20_000, interval: 200 },
      )
      .toBe(200);
    await slow.body?.cancel();
  }, 30_000);

  it('ends all streams when the server stops', async () => {
    const server = await start();
    const heard = await listen(server, { as: 'admin' });
    await server.app.endStreams();
    await heard.ended;
    expect((await server.ask(path, { as: 'admin' })).status).toBe(503);
  });

  it('answers HEAD without opening one', async () => {
    const server = await start({ liveLimits: { streams: 0 } });
    const head = await server.ask(path, { method: 'HEAD', as: 'admin' });
    expect(head.status).toBe(200);
    expect(head.headers.get('Content-Type')).toBe('text/event-stream');
  });

  it('is neither offered nor there without extensions', async () => {
    const server = await start({ quirks: { noExtensions: true } });
    expect((await server.ask(path, { as: 'admin' })).status).toBe(404);
    expect((await server.ask(path, { as: 'maria' })).status).toBe(403);
  });

  it('counts open streams among the figures', async () => {
    const server = await start({
      metrics: { token: 'figures', dataDir: '.' },
    });
    await listen(server, { as: 'admin' });
    const figures = await server.ask('/metrics', {
      headers: { Authorization: 'Bearer figures' },
    });
    expect(await figures.text()).toContain('event_streams 1');
  });

  it('announces no personal data', async () => {
    const server = await start();
    const payloads: string[] = [];
    const stop = await database().listen(
      'changes',
      (payload) => payloads.push(payload),
      () => {},
    );
    await post(server, 'maria', flagged);
    await database().db.insert(note).values(aNote());
    await database().db.execute(sql`select pg_notify('changes', 'beat end')`);
    await expect.poll(() => payloads).toContain('beat end');
    await stop();
    expect(payloads.filter((each) => each !== 'beat end').toSorted()).toEqual([
      'notes 2',
      'threads 2',
      'urgent 2',
    ]);
  });
});

function aNote() {
  return {
    observerId: 41,
    pollingStationId: 7312,
    text: 'The door was closed.',
    lastModified: new Date('2026-11-22T09:00:00.000Z'),
  };
}
