import { describe, expect, it } from 'vitest';

import {
  ngoAdmin,
  signInBudget,
  signInOrigin,
} from '../../../server/db/schema';
import {
  networkOf,
  parseNetworks,
} from '../../../server/http/callers/client-address';
import { listAudit } from '../../../server/queries/audit';
import { cleanUp } from '../../../server/services/clean-up';
import { onEachDatabase } from '../support/on-each-database';
import { freshServer, START, startServer } from '../support/server';

const login = '/api/v2/access/authorize';
const ana = { user: 'ana.pop@example.org', password: 's3cret' };
const PROXY = '10.0.0.1';
const MINUTE_MS = 60_000;

/** docs/decisions/0075. */
onEachDatabase((database) => {
  const server = freshServer(database);

  /** A sign-in as it arrives from a peer, with what a proxy wrote about it. */
  function signIn(
    body: unknown,
    peer: string,
    forwarded?: string,
    on = startServer(database(), {
      trustedProxies: parseNetworks('10.0.0.0/8'),
    }),
  ) {
    on.clock.now = server().clock.now;
    const incoming = { socket: { remoteAddress: peer } };
    return on.app.request(
      login,
      {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          ...(forwarded ? { 'X-Forwarded-For': forwarded } : {}),
        },
        body: JSON.stringify(body),
      },
      { incoming },
    );
  }

  /** Failures of others, as they are counted. */
  const spend = (scope: string, failures: number) =>
    database()
      .db.insert(signInBudget)
      .values({ scope, failures, startedAt: START });

  const wrong = (at: number) => ({ user: `nobody-${at}`, password: 'x' });

  it('gives one address 200 wrong passwords in ten minutes, for all accounts together', async () => {
    await spend('address 192.0.2.7', 198);
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, at) => signIn(wrong(at), '192.0.2.7')),
    );
    const statuses = replies.map(({ status }) => status).sort();
    expect(statuses).toEqual([400, 400, ...Array(18).fill(429)]);
    const refused = await signIn(ana, '192.0.2.7');
    expect(refused.status).toBe(429);
    expect(refused.headers.get('Retry-After')).toBe('600');
    // Nobody elsewhere is held up.
    expect((await signIn(ana, '192.0.2.8')).status).toBe(200);
    server().clock.now = new Date(START.getTime() + 10 * MINUTE_MS);
    expect((await signIn(ana, '192.0.2.7')).status).toBe(200);
  });

  it('never holds up an account where it signed in before', async () => {
    expect((await signIn(ana, '192.0.2.7')).status).toBe(200);
    await database().db.delete(signInBudget);
    await spend('address 192.0.2.7', 5_000);
    await spend('all', 50_000);
    expect((await signIn(ana, '192.0.2.7')).status).toBe(200);
    const other = { user: 'olga@example.org', password: 'organizer-pass' };
    expect((await signIn(other, '192.0.2.7')).status).toBe(429);
  });

  it('leaves each address a few guesses while all of them together guess', async () => {
    await spend('all', 50_000);
    const guesses: number[] = [];
    for (let at = 0; at < 7; at += 1) {
      guesses.push((await signIn(wrong(at), '192.0.2.66')).status);
    }
    expect(guesses).toEqual([400, 400, 400, 400, 400, 429, 429]);
    // From an address without failures the right password gets in.
    expect((await signIn(ana, '192.0.2.8')).status).toBe(200);
  });

  it('guesses at an account do not lock it where its owner is', async () => {
    for (let at = 0; at < 8; at += 1) {
      await signIn({ ...ana, password: `${at}` }, '192.0.2.66');
    }
    expect((await signIn(ana, '192.0.2.66')).status).toBe(429);
    expect((await signIn(ana, '192.0.2.8')).status).toBe(200);
  });

  it('counts nothing of right passwords', async () => {
    for (let at = 0; at < 3; at += 1) {
      expect((await signIn(ana, `192.0.2.${at}`)).status).toBe(200);
    }
    const budgets = await database().db.select().from(signInBudget);
    expect(budgets.map(({ failures }) => failures)).toEqual([0, 0, 0, 0]);
  });

  it('believes a trusted proxy, and only what it wrote itself', async () => {
    const from = async (peer: string, forwarded?: string) => {
      await database().db.delete(signInOrigin);
      expect((await signIn(ana, peer, forwarded)).status).toBe(200);
      const rows = await database().db.select().from(signInOrigin);
      return rows.map(({ address }) => address);
    };
    expect(await from(PROXY, '192.0.2.7')).toEqual(['192.0.2.7']);
    expect(await from(`::ffff:${PROXY}`, '192.0.2.7')).toEqual(['192.0.2.7']);
    // Through two proxies; the left one is what the client claims.
    expect(await from(PROXY, '1.2.3.4, 192.0.2.7, 10.0.0.2')).toEqual([
      '192.0.2.7',
    ]);
    expect(await from(PROXY, '2001:db8::1')).toEqual(['2001:db8:0:0::']);
    expect(await from(PROXY, 'nonsense')).toEqual([PROXY]);
    expect(await from(PROXY)).toEqual([PROXY]);
    // From anybody else the header is a claim.
    expect(await from('192.0.2.66', '192.0.2.7')).toEqual(['192.0.2.66']);
  });

  it.each([
    ['2001:db8:1:2::', '2001:db8:1:2::1'],
    ['2001:db8:1:2::', '2001:DB8:1:2:ffff:ffff:ffff:ffff'],
    ['2001:db8:1:2::', '2001:0db8:0001:0002:0:0:0:1'],
    ['2001:db8:1:2::', '2001:db8:1:2::192.0.2.7'],
    ['2001:db8:0:0::', '2001:db8::1'],
    ['2001:db8:0:2::', '2001:db8:0:2::5'],
    ['0:0:0:0::', '::1'],
    ['1:2:3:0::', '1:2:3::'],
    ['fe80:0:0:0::', 'fe80::1%eth0'],
    ['192.0.2.7', '::ffff:192.0.2.7'],
    ['192.0.2.7', '::FFFF:c000:207'],
    ['192.0.2.7', '0:0:0:0:0:ffff:192.0.2.7'],
    ['192.0.2.7', '192.0.2.7'],
    ['unknown', 'unknown'],
  ])('counts for %s what comes from %s', (network, address) => {
    expect(networkOf(address)).toBe(network);
  });

  it('is not got round by another address of one line over IPv6', async () => {
    const { db } = database();
    const guess = (at: number) =>
      signIn({ ...ana, password: `${at}` }, `2001:db8:1:2::${at}`);
    const statuses: number[] = [];
    for (let at = 1; at < 7; at += 1) statuses.push((await guess(at)).status);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
    const budgets = await db.select().from(signInBudget);
    expect(
      Object.fromEntries(budgets.map((each) => [each.scope, each.failures])),
    ).toEqual({
      'address 2001:db8:1:2::': 5,
      'address 2001:db8:1:0::/56': 5,
      'address 2001:db8:1::/48': 5,
      all: 5,
    });
    // The line beside it.
    expect((await signIn(ana, '2001:db8:1:3::1')).status).toBe(200);
    expect(await db.select().from(signInOrigin)).toMatchObject([
      { address: '2001:db8:1:3::' },
    ]);
    // The log of what staff did has the address.
    expect((await listAudit(db, {}, 1))[0]?.address).toBe('2001:db8:1:3::1');
  });

  it.each([
    ['2001:db8:1:0::/56', 400, 1],
    ['2001:db8:1::/48', 800, 256],
  ])('counts the networks of %s together', async (network, most, step) => {
    await spend(`address ${network}`, most - 2);
    const address = (at: number) => `2001:db8:1:${(at * step).toString(16)}::1`;
    const statuses: number[] = [];
    for (let at = 1; at < 5; at += 1) {
      statuses.push((await signIn(wrong(at), address(at))).status);
    }
    expect(statuses).toEqual([400, 400, 429, 429]);
    // A network of others.
    expect((await signIn(ana, '2001:db8:2::1')).status).toBe(200);
  });

  it('makes guesses at one phone from many networks wait, and not the phone where it is known', async () => {
    const phone = { user: '0722000041', fcmToken: 'device' };
    const right = { ...phone, password: '1234' };
    expect((await signIn(right, '192.0.2.7')).status).toBe(200);
    const guess = (at: number) =>
      signIn({ ...phone, password: `${at}` }, `2001:db8:${at.toString(16)}::1`);
    const replies = await Promise.all(
      Array.from({ length: 60 }, (_, at) => guess(at)),
    );
    const statuses = replies.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(20).fill(400), ...Array(40).fill(429)]);
    expect((await signIn(right, '192.0.2.8')).status).toBe(429);
    expect((await signIn(right, '192.0.2.7')).status).toBe(200);
    // Each further guess doubles the wait.
    const later = (seconds: number) => {
      server().clock.now = new Date(START.getTime() + seconds * 1_000);
      return guess(100 + seconds);
    };
    expect((await later(30)).status).toBe(400);
    expect((await later(80)).status).toBe(429);
    expect((await later(90)).status).toBe(400);
    const told = await listAudit(database().db, { action: 'wrong PINs' }, 10);
    const said = told.map(({ subject, after }) => `${subject} ${after}`);
    expect(said.sort()).toEqual([
      'observer 41 {"failures":10}',
      'observer 41 {"failures":20}',
      'observer 41 {"failures":5}',
    ]);
  });

  describe('a phone that has signed in', () => {
    const user = '0722000041';
    const token = (name: string) => name.padEnd(140, ':');
    const phone = (password: string, name = 'own') => ({
      user,
      password,
      fcmToken: token(name),
    });
    const guessFrom = (address: string, count: number, name?: string) =>
      Promise.all(
        Array.from({ length: count }, (_, at) =>
          signIn(phone(`${9_000 + at}`, name), address),
        ),
      ).then((replies) => replies.map(({ status }) => status).sort());

    it('does not wait for wrong PINs of others at its address', async () => {
      expect((await signIn(phone('1234'), '192.0.2.7')).status).toBe(200);
      expect(await guessFrom('192.0.2.7', 60, 'neighbour')).toEqual([
        ...Array(20).fill(400),
        ...Array(40).fill(429),
      ]);
      expect((await signIn(phone('1234'), '192.0.2.7')).status).toBe(200);
      // An old or made-up registration says nothing about who sends it.
      const short = { user, password: '1234', fcmToken: 'device' };
      expect((await signIn(short, '192.0.2.7')).status).toBe(429);
    });

    it('does not wait at an address that is new to it', async () => {
      expect((await signIn(phone('1234'), '192.0.2.7')).status).toBe(200);
      await guessFrom('192.0.2.66', 60, 'stranger');
      await spend('address 192.0.2.9', 5_000);
      expect((await signIn(phone('1234'), '192.0.2.9')).status).toBe(200);
    });

    it('waits for none of its own 19 wrong PINs, and seconds after the next ones', async () => {
      const short = { user, password: '1234', fcmToken: 'device' };
      expect((await signIn(short, '192.0.2.7')).status).toBe(200);
      const wrongPin = () =>
        signIn({ ...short, password: '9999' }, '192.0.2.7');
      for (let at = 0; at < 19; at += 1) {
        expect((await wrongPin()).status).toBe(400);
      }
      expect((await signIn(short, '192.0.2.7')).status).toBe(200);
      for (let at = 0; at < 20; at += 1) {
        expect((await wrongPin()).status).toBe(400);
      }
      const refused = await signIn(short, '192.0.2.7');
      expect(refused.status).toBe(429);
      expect(refused.headers.get('Retry-After')).toBe('2');
      server().clock.now = new Date(START.getTime() + 2_000);
      expect((await signIn(short, '192.0.2.7')).status).toBe(200);
    });

    it('lets who has it compare 123 PINs in a day', async () => {
      expect((await signIn(phone('1234'), '192.0.2.7')).status).toBe(200);
      let compared = 0;
      for (let ms = 0; ms < 24 * 60 * MINUTE_MS;) {
        server().clock.now = new Date(START.getTime() + ms);
        const reply = await signIn(phone('9999'), '192.0.2.7');
        if (reply.status === 400) compared += 1;
        ms += Number(reply.headers.get('Retry-After') ?? 0) * 1_000;
        if (compared % 40 > 0) continue;
        await cleanUp(database().db, server().clock.now, expect.fail);
      }
      expect(compared).toBe(123);
    });

    it('is no way around the throttle of staff', async () => {
      expect((await signIn(ana, '192.0.2.7')).status).toBe(200);
      const statuses: number[] = [];
      for (let at = 0; at < 6; at += 1) {
        statuses.push(
          (await signIn({ ...ana, password: `${at}` }, '192.0.2.7')).status,
        );
      }
      expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
    });
  });

  it('is not got round by a header that changes each time', async () => {
    const guess = (at: number) =>
      signIn({ ...ana, password: `${at}` }, '192.0.2.66', `192.0.2.${at}`);
    const statuses: number[] = [];
    for (let at = 0; at < 6; at += 1) statuses.push((await guess(at)).status);
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
  });

  it('believes no header when no proxy is trusted', async () => {
    const plain = startServer(database());
    const guess = (at: number) =>
      signIn({ ...ana, password: 'x' }, PROXY, `192.0.2.${at}`, plain);
    for (let at = 0; at < 5; at += 1) await guess(at);
    expect((await guess(5)).status).toBe(429);
  });

  it('is forgotten in time, and so are sessions', async () => {
    const { db } = database();
    await signIn(ana, '192.0.2.7');
    const logged: string[] = [];
    const clean = (days: number) =>
      cleanUp(db, new Date(START.getTime() + days * 86_400_000), (line) =>
        logged.push(line),
      );
    await clean(2);
    expect(await db.select().from(signInBudget)).toEqual([]);
    expect(await db.select().from(signInOrigin)).toHaveLength(1);
    await clean(31);
    expect(await db.select().from(signInOrigin)).toEqual([]);
    expect(await db.select().from(ngoAdmin)).toHaveLength(2);
    expect(logged).toEqual([]);
  });
});
