import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';

import { ngoAdmin, observer } from '../../../server/db/schema';
import { BELIEVED_MS } from '../../../server/http/callers/sessions';
import { onEachDatabase } from '../support/on-each-database';
import {
  freshServer,
  START,
  startServer,
  type TestServer,
} from '../support/server';

const login = '/api/v2/access/authorize';
const ana = { user: 'ana.pop@example.org', password: 's3cret' };
const olga = { user: 'olga@example.org', password: 'organizer-pass' };
const maria = { user: '0722000041', password: '1234', fcmToken: 'device' };
const FIREFOX =
  'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** docs/api-contract.md 10.6 and 10.7. */
onEachDatabase((database) => {
  const server = freshServer(database);
  /** Another process on the same database. */
  let other: TestServer;
  beforeEach(() => {
    other = startServer(database());
  });

  async function signIn(body: unknown, agent = FIREFOX): Promise<string> {
    const headers = { 'User-Agent': agent };
    const reply = await server().ask(login, { method: 'POST', body, headers });
    expect(reply.status).toBe(200);
    expect(reply.headers.get('Cache-Control')).toBe('no-store');
    return (await reply.json()).access_token;
  }

  function ask(
    on: TestServer,
    token: string,
    path = '/api/v1/form',
    more: { method?: string; body?: unknown } = {},
  ) {
    const headers = { Authorization: `Bearer ${token}` };
    return on.ask(path, { headers, ...more });
  }

  const sessionsOf = async (token: string, query = '') => {
    const path = `/api/extensions/sessions${query}`;
    const reply = await ask(server(), token, path);
    expect(reply.status).toBe(200);
    return reply.json();
  };

  /** Here at once, in the other process within seconds. */
  async function expectEnded(token: string): Promise<void> {
    expect((await ask(server(), token)).status).toBe(401);
    const later = new Date(other.clock.now.getTime() + BELIEVED_MS);
    other.clock.now = later;
    expect((await ask(other, token)).status).toBe(401);
  }

  async function expectOpen(token: string): Promise<void> {
    expect((await ask(server(), token)).status).toBe(200);
    expect((await ask(other, token)).status).toBe(200);
  }

  describe('all tokens of an account end', () => {
    const organizer = (path: string, method: string, body: unknown) =>
      server().ask(path, { method, as: 'organizer', body });

    it.each<[string, () => Promise<Response>]>([
      [
        'when an organizer sets another password',
        () =>
          organizer('/api/extensions/accounts/7', 'PATCH', {
            password: 'another password',
          }),
      ],
      [
        'when it is no longer active',
        () =>
          organizer('/api/extensions/accounts/7', 'PATCH', { isActive: false }),
      ],
      [
        'when its NGO is no longer active',
        () => organizer('/api/v1/ngo/2/status', 'PATCH', { isActive: false }),
      ],
      [
        'when its NGO becomes an organizer',
        () =>
          organizer('/api/v1/ngo/2/organizer', 'PATCH', { isOrganizer: true }),
      ],
      [
        'when a colleague changes its name and password',
        () =>
          server().ask('/api/v1/ngo/2/ngoadmin/7', {
            method: 'POST',
            as: 'admin',
            body: { account: ana.user, password: 'another password' },
          }),
      ],
    ])('%s', async (_, change) => {
      const token = await signIn(ana);
      const olgas = await signIn(olga);
      await expectOpen(token);
      expect((await change()).status).toBe(200);
      await expectEnded(token);
      await expectOpen(olgas);
    });

    it('when it is deleted', async () => {
      const token = await signIn(ana);
      const { db } = database();
      await db.delete(ngoAdmin).where(eq(ngoAdmin.id, 7));
      server().clock.now = new Date(START.getTime() + BELIEVED_MS);
      await expectEnded(token);
    });

    it('and they stay ended when it is active again', async () => {
      const token = await signIn(ana);
      const account = '/api/extensions/accounts/7';
      await organizer(account, 'PATCH', { isActive: false });
      const refused = await server().ask(login, { method: 'POST', body: ana });
      expect(refused.status).toBe(400);
      expect(await refused.text()).toBe('Invalid credentials');
      await organizer(account, 'PATCH', { isActive: true });
      await expectEnded(token);
      await expectOpen(await signIn(ana));
    });

    it('but not when its NGO gets another name', async () => {
      const token = await signIn(ana);
      const change = { shortName: 'FVA2', name: 'Another name' };
      await organizer('/api/v1/ngo/2', 'POST', change);
      await expectOpen(token);
    });
  });

  describe('a phone', () => {
    const observerRoute = '/api/v1/observer';
    it.each([
      [
        'PIN, reset',
        'POST',
        `${observerRoute}/reset`,
        { action: 'reset-password', phoneNumber: maria.user, pin: '4321' },
      ],
      ['PIN, edited', 'PUT', observerRoute, { observerId: 41, pin: '4321' }],
      [
        'device',
        'POST',
        `${observerRoute}/reset`,
        { action: 'device', phoneNumber: maria.user },
      ],
      [
        'device, by id',
        'POST',
        `${observerRoute}/removeDeviceId?id=41`,
        undefined,
      ],
      ['NGO', 'PATCH', '/api/v1/ngo/2/status', { isActive: false }],
    ])('signs in again after its %s changed', async (_, method, path, body) => {
      const token = await signIn(maria);
      await expectOpen(token);
      const reply = await server().ask(path, { method, as: 'organizer', body });
      expect(reply.status).toBe(200);
      await expectEnded(token);
    });

    it('stays signed in while its name changes, or its PIN to the same', async () => {
      const token = await signIn(maria);
      for (const change of [{ name: 'Maria Pop' }, { pin: '1234' }]) {
        await server().ask(observerRoute, {
          method: 'PUT',
          as: 'organizer',
          body: { observerId: 41, ...change },
        });
      }
      await expectOpen(token);
    });

    it('is signed out when its observer is deleted', async () => {
      const token = await signIn(maria);
      const { db } = database();
      await db.delete(observer).where(eq(observer.id, 41));
      server().clock.now = new Date(START.getTime() + BELIEVED_MS);
      await expectEnded(token);
    });
  });

  describe('sessions', () => {
    it('are listed with what they are, never with what an agent says in full', async () => {
      const token = await signIn(ana);
      server().clock.now = new Date(START.getTime() + 30_000);
      await signIn(ana, 'curl/8.5.0');
      expect(await sessionsOf(token)).toEqual([
        {
          id: expect.any(String),
          createdAt: '2026-11-22T09:00:30.000Z',
          lastSeenAt: '2026-11-22T09:00:30.000Z',
          userAgent: 'curl/8.5.0',
          isCurrent: false,
        },
        {
          id: expect.any(String),
          createdAt: START.toISOString(),
          lastSeenAt: START.toISOString(),
          userAgent: 'Firefox, Linux',
          isCurrent: true,
        },
      ]);
    });

    it('are seen to the minute', async () => {
      const token = await signIn(ana);
      const seen = async () => (await sessionsOf(token))[0].lastSeenAt;
      server().clock.now = new Date(START.getTime() + 59_000);
      expect(await seen()).toBe(START.toISOString());
      server().clock.now = new Date(START.getTime() + 61_000);
      expect(await seen()).toBe('2026-11-22T09:01:01.000Z');
    });

    it('end one by one', async () => {
      const here = await signIn(ana);
      const there = await signIn(ana, 'curl/8.5.0');
      const { id } = (await sessionsOf(here)).find(
        (one: { isCurrent: boolean }) => !one.isCurrent,
      );
      const path = `/api/extensions/sessions/${id}`;
      const end = () => ask(server(), here, path, { method: 'DELETE' });
      expect((await end()).status).toBe(200);
      await expectEnded(there);
      await expectOpen(here);
      expect((await end()).status).toBe(404);
      expect(await sessionsOf(here)).toHaveLength(1);
    });

    it('are no business of other accounts but organizers', async () => {
      const anas = await signIn(ana);
      const olgas = await signIn(olga);
      const [own] = await sessionsOf(olgas);
      const path = `/api/extensions/sessions/${own.id}`;
      const reply = await ask(server(), anas, path, { method: 'DELETE' });
      expect(reply.status).toBe(404);
      await expectOpen(olgas);
      const look = '/api/extensions/sessions?accountId=3';
      expect((await ask(server(), anas, look)).status).toBe(403);

      const [hers] = await sessionsOf(olgas, '?accountId=7');
      const end = `/api/extensions/sessions/${hers.id}`;
      await ask(server(), olgas, end, { method: 'DELETE' });
      await expectEnded(anas);
    });

    it('end with a sign-out, also those of tokens from before there were any', async () => {
      const token = await signIn(ana);
      const there = await signIn(ana);
      const out = '/api/extensions/sign-out';
      const reply = await ask(server(), token, out, { method: 'POST' });
      expect(reply.status).toBe(200);
      await expectEnded(token);
      await expectOpen(there);
      // The tests' own tokens have no session.
      await server().ask(out, { method: 'POST', as: 'admin' });
      const again = await server().ask('/api/v1/form', { as: 'admin' });
      expect(again.status).toBe(401);
    });
  });

  describe('the own password', () => {
    const path = '/api/extensions/password';
    const change = (token: string, body: unknown) =>
      ask(server(), token, path, { method: 'POST', body });
    const next = 'a better password';

    it('changes, and every session of the account ends', async () => {
      const token = await signIn(ana);
      const there = await signIn(ana);
      const reply = await change(token, { current: ana.password, next });
      expect(reply.status).toBe(200);
      await expectEnded(token);
      await expectEnded(there);
      const old = await server().ask(login, { method: 'POST', body: ana });
      expect(old.status).toBe(400);
      await expectOpen(await signIn({ ...ana, password: next }));
    });

    it('needs the current one, and guesses are counted with the sign-ins', async () => {
      const token = await signIn(ana);
      for (let at = 0; at < 5; at += 1) {
        const reply = await change(token, { current: `guess ${at}`, next });
        expect(reply.status).toBe(400);
        expect(await reply.json()).toMatchObject({
          errors: { current: ['This is not the current password.'] },
        });
      }
      const refused = await change(token, { current: ana.password, next });
      expect(refused.status).toBe(429);
      expect(refused.headers.get('Retry-After')).toBe('30');
      const there = await server().ask(login, { method: 'POST', body: ana });
      expect(there.status).toBe(429);
    });

    it('has at least 12 characters', async () => {
      const token = await signIn(ana);
      const reply = await change(token, {
        current: ana.password,
        next: 'x'.repeat(11),
      });
      expect(reply.status).toBe(400);
      expect(await reply.json()).toMatchObject({
        errors: { next: ['At least 12 characters are needed.'] },
      });
      await expectOpen(token);
    });
  });

  it('staff read while the database takes no writes', async () => {
    const { db } = database();
    const token = await signIn(ana);
    // As on a standby that has not taken over yet.
    await db.execute(sql`
      create function refuse_writes() returns trigger language plpgsql as $$
      begin raise exception 'read-only' using errcode = '25006'; end $$`);
    await db.execute(sql`
      create trigger refuse_writes before insert or update or delete on session
      execute function refuse_writes()`);
    onTestFinished(async () => {
      await db.execute(sql`drop function refuse_writes cascade`);
    });
    // Long enough for the server to write when it saw the session last.
    server().clock.now = new Date(START.getTime() + 3_600_000);
    expect((await ask(server(), token)).status).toBe(200);
    const out = '/api/extensions/sign-out';
    const refused = await ask(server(), token, out, { method: 'POST' });
    expect(refused.status).toBe(503);
  });

  it('nobody is signed out, and nothing is offered, on a known server', async () => {
    const quirks = { lastingTokens: true, noExtensions: true };
    const classic = startServer(database(), { quirks });
    const token = await signIn(ana);
    await server().ask('/api/extensions/accounts/7', {
      method: 'PATCH',
      as: 'organizer',
      body: { isActive: false },
    });
    expect((await ask(classic, token)).status).toBe(200);
    const again = await classic.ask(login, { method: 'POST', body: ana });
    expect(again.status).toBe(200);
    for (const path of ['sessions', 'accounts']) {
      const reply = await classic.ask(`/api/extensions/${path}`, {
        as: 'organizer',
      });
      expect(reply.status).toBe(404);
    }
  });
});
