import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

import { expect, it } from 'vitest';

import { createBoundedQueue } from '../../../server/bounded-queue';
import { writeBackup } from '../../../server/backup/write';
import { enrolmentCode, idempotencyKey } from '../../../server/db/schema';
import { cleanUp } from '../../../server/services/clean-up';
import { setPinByCode } from '../../../server/services/enrolment';
import { holdObserver } from '../../../server/services/observers';
import { deferred } from '../../support/deferred';
import { holdElection } from '../support/election';
import { onEachDatabase } from '../support/on-each-database';
import { freshServer, START, startServer } from '../support/server';

const path = '/api/extensions/enrolment';
const DAY_MS = 86_400_000;
const MARIA = { observerId: 41, phone: '0722000041' };
/** Of the shape of a code. */
const WRONG = 'x'.repeat(22);

interface Made {
  code: string;
  endsAt: string;
}

/** docs/api-contract.md 10.13. */
onEachDatabase((database) => {
  const server = freshServer(database);

  const make = (observerId = MARIA.observerId, headers = {}) =>
    server().ask(path, {
      method: 'POST',
      as: 'organizer',
      body: { observerId },
      headers,
    });
  const made = async (observerId?: number): Promise<Made> => {
    const reply = await make(observerId);
    expect(reply.status).toBe(200);
    return reply.json();
  };
  const setPin = (code: string, pin = '9753', headers = {}) =>
    server().ask(`${path}/pin`, {
      method: 'POST',
      body: { code, pin },
      headers,
    });
  /** In turns: a network may not send so many at once. */
  const guess = async (times: number) => {
    for (let left = times; left > 0; left -= 50) {
      const turn = Array.from({ length: 50 }, () => setPin(WRONG));
      const replies = await Promise.all(turn);
      expect(replies.every(({ status }) => status === 410)).toBe(true);
    }
  };
  const send = (to: string, method: string, body?: unknown) =>
    server().ask(to, { method, as: 'organizer', body });
  const signIn = async (pin: string) => {
    const body = { user: MARIA.phone, password: pin, fcmToken: 'a phone' };
    const asked = { method: 'POST', body };
    return (await server().ask('/api/v2/access/authorize', asked)).status;
  };
  const stored = () => database().db.select().from(enrolmentCode);
  const audit = async () =>
    (await server().read('/api/extensions/audit?pageSize=100')) as {
      action: string;
      account: string;
      adminId: number | null;
      subject: string | null;
    }[];

  it('lets an observer set a PIN and sign in with it, once', async () => {
    const { code } = await made();
    expect(await signIn('9753')).toBe(400);
    const reply = await setPin(code);
    expect(reply.status).toBe(200);
    // Nothing about whose it is.
    expect(await reply.text()).toBe('true');
    expect(await signIn('9753')).toBe(200);
    expect(await signIn('1234')).toBe(400);
    expect((await setPin(code, '8642')).status).toBe(410);
    expect(await signIn('9753')).toBe(200);
  });

  it('ends the sessions of the phone, as any new PIN does', async () => {
    const { code } = await made();
    const forms = () => server().ask('/api/v1/form', { as: 'maria' });
    expect((await forms()).status).toBe(200);
    await setPin(code);
    expect((await forms()).status).toBe(401);
  });

  it('tells a code of 128 random bits once, and stores only its hash', async () => {
    const reply = await make();
    expect(reply.headers.get('Cache-Control')).toBe('no-store');
    const { code, endsAt }: Made = await reply.json();
    // 128 bits are 22 characters of 6.
    expect(code).toMatch(/^[\w-]{22}$/);
    expect(endsAt).toBe(new Date(START.getTime() + DAY_MS).toISOString());
    const [row] = await stored();
    expect(row?.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify([row, await audit()])).not.toContain(code);
    expect((await made()).code).not.toBe(code);
  });

  it('stores no code as the reply to a key', async () => {
    const key = { 'Idempotency-Key': 'one-key' };
    await make(41, key);
    expect((await make(41, key)).status).toBe(200);
    expect(await database().db.select().from(idempotencyKey)).toEqual([]);
  });

  it('is in no backup, also not as a hash', async () => {
    await made();
    const [row] = await stored();
    const folder = await mkdtemp(join(tmpdir(), 'vote-monitoring-enrolment-'));
    const file = join(folder, 'all.gz');
    const facts = { app: '1.2.3', now: START, say: () => {} };
    await writeBackup(database().startDb, file, facts);
    const text = gunzipSync(await readFile(file)).toString();
    await rm(folder, { recursive: true });
    expect(text).toContain('PIN link made');
    expect(text).not.toContain(row?.hash);
  });

  it('is in the audit log, made and used', async () => {
    const { code } = await made();
    await setPin(code);
    expect((await audit()).slice(0, 2)).toMatchObject([
      {
        action: 'PIN set by link',
        account: '',
        adminId: null,
        subject: 'observer 41',
      },
      {
        action: 'PIN link made',
        account: 'olga@example.org',
        adminId: 3,
        subject: 'observer 41',
      },
    ]);
  });

  it('holds for 24 hours', async () => {
    const { code, endsAt } = await made();
    server().clock.now = new Date(endsAt);
    expect((await setPin(code)).status).toBe(410);
    server().clock.now = new Date(new Date(endsAt).getTime() - 1);
    expect((await setPin(code)).status).toBe(200);
  });

  it('is deleted when its time has run out', async () => {
    await made();
    const clean = (after: number) =>
      cleanUp(database().db, new Date(START.getTime() + after), () => {});
    await clean(DAY_MS - 1);
    expect(await stored()).toHaveLength(1);
    await clean(DAY_MS + 1);
    expect(await stored()).toEqual([]);
  });

  it('ends when a new one is made of the same observer, and no other', async () => {
    const first = await made();
    const other = await made(43);
    const second = await made();
    expect(await stored()).toHaveLength(2);
    expect((await setPin(first.code)).status).toBe(410);
    expect((await setPin(second.code)).status).toBe(200);
    expect((await setPin(other.code)).status).toBe(200);
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      'an organizer changes the PIN',
      () => send('/api/v1/observer', 'PUT', { observerId: 41, pin: 'other' }),
    ],
    [
      'an organizer resets the PIN',
      () =>
        send('/api/v1/observer/reset', 'POST', {
          action: 'reset-password',
          phoneNumber: MARIA.phone,
          pin: 'other',
        }),
    ],
    [
      'the phone is removed',
      () => send('/api/v1/observer/removeDeviceId', 'POST', { id: 41 }),
    ],
    [
      'the organisation is closed, also when it opens again',
      async () => {
        const to = '/api/v1/ngo/2/status';
        await send(to, 'PATCH', { isActive: false });
        return send(to, 'PATCH', { isActive: true });
      },
    ],
    ['the observer is deleted', () => send('/api/v1/observer?id=41', 'DELETE')],
  ])('ends when %s', async (_, end) => {
    const { code } = await made();
    expect(await end()).toMatchObject({ status: 200 });
    expect((await setPin(code)).status).toBe(410);
  });

  it('goes on when the name is changed', async () => {
    const { code } = await made();
    await send('/api/v1/observer', 'PUT', { observerId: 41, name: 'Maria I.' });
    expect((await setPin(code)).status).toBe(200);
  });

  it('is made of nobody that is not there, nor of a closed organisation', async () => {
    await holdElection(database().db);
    expect((await make(99)).status).toBe(404);
    expect((await make(51)).status).toBe(422);
    expect(await stored()).toEqual([]);
  });

  it('does not count while the organisation is closed', async () => {
    await holdElection(database().db);
    const { code } = await made(43);
    await send('/api/v1/ngo/2/status', 'PATCH', { isActive: false });
    expect((await setPin(code)).status).toBe(410);
  });

  it('sets one PIN when it is used many times at once', async () => {
    const { code } = await made();
    const pins = ['pin one', 'pin two', 'pin three', 'pin four'];
    const replies = await Promise.all(pins.map((pin) => setPin(code, pin)));
    const statuses = replies.map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 410, 410, 410]);
    expect(await signIn(pins[statuses.indexOf(200)] ?? '')).toBe(200);
  });

  it('is used up by the first of the requests that found it good', async () => {
    const { code } = await made();
    const { db } = database();
    const use = (pin: string) =>
      db.transaction((tx) => setPinByCode(tx, code, pin, START));
    const held = deferred<void>();
    const holding = db.transaction(async (tx) => {
      await holdObserver(tx, MARIA.observerId);
      await held.promise;
    });
    // Where connections are several, all of them find it good meanwhile, and wait.
    const using = ['a', 'b', 'c'].map(use);
    await new Promise((resolve) => setTimeout(resolve, 500));
    held.resolve();
    await holding;
    const users = await Promise.all(using);
    expect(users.filter((user) => user !== undefined)).toEqual([41]);
  });

  it.each([
    ['no code', { pin: '9753' }, 'Code'],
    ['no PIN', { code: WRONG }, 'Pin'],
    ['a short PIN', { code: WRONG, pin: '123' }, 'Pin'],
    ['a PIN of blanks', { code: WRONG, pin: '     ' }, 'Pin'],
    ['a long PIN', { code: WRONG, pin: 'x'.repeat(101) }, 'Pin'],
  ])('sets no PIN with %s, and says what is wrong', async (_, body, field) => {
    const asked = { method: 'POST', body };
    const reply = await server().ask(`${path}/pin`, asked);
    expect(reply.status).toBe(400);
    expect(await reply.json()).toHaveProperty(['errors', field]);
  });

  it('stays good after a PIN that was too short', async () => {
    const { code } = await made();
    expect((await setPin(code, '123')).status).toBe(400);
    expect((await setPin(code, '1235')).status).toBe(200);
  });

  it('makes a network wait that guesses', async () => {
    const { code } = await made();
    await guess(200);
    const refused = await setPin(code);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(500);
    expect((await refused.json()).detail).toContain('Too many');
    server().clock.now = new Date(START.getTime() + 10 * 60_000);
    expect((await setPin(code)).status).toBe(200);
  });

  it('counts no right code as a guess', async () => {
    for (let at = 0; at < 3; at += 1) {
      const { code } = await made();
      expect((await setPin(code)).status).toBe(200);
    }
    await guess(200);
  });

  it('stays good while too many are signing in', async () => {
    const { code } = await made();
    const full = startServer(database(), { signIns: createBoundedQueue(0, 0) });
    const asked = { method: 'POST', body: { code, pin: '9753' } };
    expect((await full.ask(`${path}/pin`, asked)).status).toBe(503);
    expect((await setPin(code)).status).toBe(200);
  });

  it('is not there on a server without extensions', async () => {
    const quirks = { noExtensions: true };
    const classic = startServer(database(), { quirks });
    const body = { observerId: 41, code: WRONG, pin: '9753' };
    for (const to of [path, `${path}/pin`]) {
      const asked = { method: 'POST', as: 'organizer', body } as const;
      expect((await classic.ask(to, asked)).status).toBe(404);
    }
  });
});
