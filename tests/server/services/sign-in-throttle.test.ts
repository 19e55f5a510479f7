import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { createBoundedQueue } from '../../../server/bounded-queue';
import { loginAttempt, ngoAdmin, observer } from '../../../server/db/schema';
import {
  hashManyPins,
  hashPassword,
  hashPin,
} from '../../../server/services/password';
import {
  countAttempt,
  forgiveUpTo,
} from '../../../server/services/sign-in-throttle';
import { countHashes } from '../support/count-hashes';
import { onEachDatabase } from '../support/on-each-database';
import {
  freshServer,
  START,
  startServer,
  type TestServer,
} from '../support/server';

const login = '/api/v2/access/authorize';
const PASSWORD = 131_072;
const FULL = 16_384;
const LIGHT = 16;
/** So many wrong passwords are free. */
const FREE = 5;

const phone = '0722000041';
const olga = { user: 'olga@example.org', password: 'organizer-pass' };
const ana = { user: 'ana.pop@example.org', password: 's3cret' };

/** The pins from 0000 on; the right one, 1234, is not among the first 800. */
function guesses(count: number, user = phone) {
  return Array.from({ length: count }, (_, at) => ({
    user,
    password: String(at).padStart(4, '0'),
    fcmToken: 'device',
  }));
}

onEachDatabase((database) => {
  const server = freshServer(database);

  const signIn = (body: unknown, on: TestServer = server(), headers = {}) =>
    on.ask(login, { method: 'POST', body, headers });
  const tally = async (replies: Promise<Response>[]) => {
    const counts: Record<number, number> = {};
    for (const { status } of await Promise.all(replies)) {
      counts[status] = (counts[status] ?? 0) + 1;
    }
    return counts;
  };

  describe('the throttle', () => {
    it('evaluates 5 of 800 guesses that come at once', async () => {
      let statuses: Record<number, number> = {};
      const hashes = await countHashes(async () => {
        statuses = await tally(guesses(800).map((guess) => signIn(guess)));
      });
      // A busy database turns some away with 503, also one that was counted.
      const { 400: wrong = 0, 429: early = 0, 503: busy = 0 } = statuses;
      expect(wrong + early + busy).toBe(800);
      expect(wrong).toBe(hashes.byCost[FULL]);
      expect(wrong).toBeLessThanOrEqual(FREE);
      expect(early).toBeGreaterThan(0);
      const right = { user: phone, password: '1234', fcmToken: 'device' };
      expect((await signIn(right)).status).toBe(429);
    }, 60_000);

    it('counts for all processes on one database together', async () => {
      const other = startServer(database());
      let statuses: Record<number, number> = {};
      const hashes = await countHashes(async () => {
        statuses = await tally(
          guesses(60).map((guess, at) =>
            signIn(guess, at % 2 === 0 ? server() : other),
          ),
        );
      });
      expect(hashes.byCost[FULL]).toBe(FREE);
      expect(statuses).toEqual({ 400: FREE, 429: 60 - FREE });
    });

    it("lets a right password through beside another account's failures", async () => {
      const flood = guesses(40).map((guess) => signIn(guess));
      expect((await signIn(olga)).status).toBe(200);
      await Promise.all(flood);
      expect((await signIn(ana)).status).toBe(200);
    });

    it('gives an attempt back when the password was right', async () => {
      for (let at = 0; at < 3 * FREE; at += 1) {
        expect((await signIn(ana)).status).toBe(200);
      }
      expect(await database().db.select().from(loginAttempt)).toEqual([]);
    });

    it('takes back only what was counted before the right password', async () => {
      const { db } = database();
      const attempt = { kind: 'admin', account: 'a', network: 'here' } as const;
      for (const failures of [1, 2, 3, 4]) {
        expect(await countAttempt(db, attempt, START)).toEqual({
          isAllowed: true,
          failures,
        });
      }
      await forgiveUpTo(db, attempt, 2);
      const [row] = await db.select().from(loginAttempt);
      expect(row?.failures).toBe(2);
      // The one that was counted as third was right, too.
      await forgiveUpTo(db, attempt, 3);
      expect(await db.select().from(loginAttempt)).toEqual([]);
    });

    it('is not undone by a token that comes along with the guess', async () => {
      const token = await tokenOf(olga);
      const headers = { Authorization: `Bearer ${token}` };
      for (let at = 0; at < FREE; at += 1) {
        const reply = await signIn(
          { ...ana, password: 'no' },
          server(),
          headers,
        );
        expect(reply.status).toBe(400);
      }
      expect((await signIn(ana, server(), headers)).status).toBe(429);
    });

    it('is not reset by an account that is called like a phone', async () => {
      await database()
        .db.insert(ngoAdmin)
        .values({
          ngoId: 2,
          account: phone,
          password: await hashPassword('x'),
        });
      for (const guess of guesses(FREE)) {
        expect((await signIn(guess)).status).toBe(400);
        const own = await signIn({ user: phone, password: 'x' });
        expect(own.status).toBe(200);
      }
      const [last] = guesses(1);
      expect((await signIn(last)).status).toBe(429);
    });
  });

  describe('a flood of many accounts', () => {
    it('is hashed few at a time, and the rest is asked to come again', async () => {
      const few = startServer(database(), {
        signIns: createBoundedQueue(2, 6),
      });
      const flood = Array.from({ length: 60 }, (_, at) => ({
        user: `07330${at}`,
        password: '0000',
        fcmToken: 'device',
      }));
      const replies: Response[] = [];
      const hashes = await countHashes(async () => {
        replies.push(
          ...(await Promise.all(flood.map((guess) => signIn(guess, few)))),
        );
      });
      const busy = replies.filter(({ status }) => status === 503);
      const evaluated = replies.filter(({ status }) => status === 400);
      expect(busy.length).toBeGreaterThan(0);
      expect(evaluated.length + busy.length).toBe(flood.length);
      expect(hashes.byCost[FULL]).toBe(evaluated.length);
      expect(hashes.mostAtOnce).toBe(2);
      expect(busy[0]?.headers.get('Retry-After')).toBe('5');
      expect(busy[0]?.headers.get('Content-Type')).toBe(
        'application/problem+json',
      );
      // What was not evaluated does not count, neither here nor from everywhere.
      const counted = await database().db.select().from(loginAttempt);
      expect(counted).toHaveLength(2 * evaluated.length);
    });

    it('makes nobody wait longer who was turned away', async () => {
      const signIns = createBoundedQueue(1, 0);
      const busy = startServer(database(), { signIns });
      const right = { user: phone, password: '1234', fcmToken: 'device' };
      for (const guess of guesses(FREE)) await signIn(guess, busy);
      busy.clock.now = new Date(START.getTime() + 31_000);

      let release = () => {};
      const others = signIns.run(
        () => new Promise<void>((resolve) => (release = resolve)),
      );
      expect((await signIn(right, busy)).status).toBe(503);
      release();
      await others;
      expect((await signIn(right, busy)).status).toBe(200);
    });
  });

  describe('the cost of a sign-in', () => {
    const device = { fcmToken: 'device' };

    it('is the same for known, imported and unknown accounts', async () => {
      const { db } = database();
      // The fixtures' secrets are as light as imported ones.
      await db
        .update(observer)
        .set({ pin: await hashPin('1234') })
        .where(eq(observer.id, 42));
      await db
        .update(ngoAdmin)
        .set({ password: await hashPassword('s3cret') })
        .where(eq(ngoAdmin.id, 7));
      await db
        .update(observer)
        .set({ pin: 'not a hash' })
        .where(eq(observer.id, 43));
      await db
        .update(ngoAdmin)
        .set({ password: await hashPin(olga.password) })
        .where(eq(ngoAdmin.id, 3));
      // One file imported twice, and signed in once since.
      const twice = { ngoId: 2, name: 'Twice' };
      const [light = '', other = ''] = await hashManyPins(['1111', '2222']);
      await db.insert(observer).values([
        { ...twice, phone: 'twice', pin: light },
        { ...twice, phone: 'twice', pin: other },
      ]);
      const attempts = {
        'a doubled phone, wrong': { user: 'twice', password: '1', ...device },
        'a doubled phone, right': {
          user: 'twice',
          password: '2222',
          ...device,
        },
        'a doubled phone, the other one right': {
          user: 'twice',
          password: '1111',
          ...device,
        },
        'a doubled phone, then wrong': {
          user: 'twice',
          password: '1',
          ...device,
        },
        'an imported pin, wrong': { user: phone, password: '1', ...device },
        'an imported pin, right': { user: phone, password: '1234', ...device },
        'a known pin, wrong': { user: '0722000042', password: '1', ...device },
        'a known pin, right': {
          user: '0722000042',
          password: '1234',
          ...device,
        },
        'an unusable pin': { user: '+40722000043', password: '1', ...device },
        'an unknown phone': { user: '0799999999', password: '1', ...device },
        'an account, wrong': { ...ana, password: 'wrong' },
        'an account, right': ana,
        'an older account, wrong': { ...olga, password: 'wrong' },
        'an older account, right': olga,
        'an unknown account': { ...ana, user: 'nobody@example.org' },
      };
      const costs: Record<string, unknown> = {};
      const refusals = new Set<string>();
      for (const [name, body] of Object.entries(attempts)) {
        const { byCost } = await countHashes(async () => {
          const reply = await signIn(body);
          expect(reply.status, name).toBe(name.endsWith('right') ? 200 : 400);
          if (reply.status === 200) return;
          const headers = Object.fromEntries(reply.headers);
          refusals.add(JSON.stringify([headers, await reply.text()]));
        });
        costs[name] = byCost;
      }
      const pin = { [LIGHT]: 5, [FULL]: 1 };
      const password = { [LIGHT]: 1, [FULL]: 1, [PASSWORD]: 1 };
      expect(costs).toEqual(
        Object.fromEntries(
          Object.keys(attempts).map((name) => [
            name,
            name.includes('account') ? password : pin,
          ]),
        ),
      );
      expect(refusals.size).toBe(1);
    });
  });

  async function tokenOf(body: unknown): Promise<string> {
    return (await (await signIn(body)).json()).access_token;
  }
});
