import { beforeEach, describe, expect, it } from 'vitest';

import {
  auditEntry,
  recoveryCode,
  secondFactor,
  signInOrigin,
} from '../../../server/db/schema';
import { BELIEVED_MS } from '../../../server/http/callers/sessions';
import { MAX_TRIES } from '../../../server/services/second-factor/second-factor';
import { RECOVERY_CODES } from '../../../server/services/second-factor/recovery-codes';
import { beginSecondFactor } from '../../../server/services/second-factor/second-factor';
import { codeAt } from '../support/authenticator';
import { onEachDatabase } from '../support/on-each-database';
import {
  freshServer,
  SECRET,
  START,
  startServer,
  type TestServer,
} from '../support/server';

const login = '/api/v2/access/authorize';
const path = '/api/extensions/second-factor';
const ana = { user: 'ana.pop@example.org', password: 's3cret' };
const olga = { user: 'olga@example.org', password: 'organizer-pass' };
const STEP_MS = 30_000;
const HOUR_MS = 3_600_000;

/** docs/api-contract.md 10.10. */
onEachDatabase((database) => {
  const server = freshServer(database);
  /** What was sent and answered that nobody else may ever see. */
  let secrets: string[] = [];
  beforeEach(() => {
    secrets = [];
  });

  const now = () => server().clock.now;
  const wait = (ms: number) => {
    server().clock.now = new Date(now().getTime() + ms);
  };
  const signIn = (body: object, on = server()) =>
    on.ask(login, { method: 'POST', body });
  const post = (
    what: string,
    body: object,
    as: 'admin' | 'organizer' = 'admin',
    on: TestServer = server(),
  ) => on.ask(`${path}/${what}`, { method: 'POST', as, body });
  const requireIt = (isRequired: boolean) =>
    server().ask(`${path}/required`, {
      method: 'PUT',
      as: 'organizer',
      body: { isRequired },
    });
  const entries = async () =>
    database().db.select().from(auditEntry).orderBy(auditEntry.id);
  const actions = async () => (await entries()).map(({ action }) => action);

  /** Sets Ana's second factor up; the next code is one of another time step. */
  async function setUp() {
    const begun = await post('set-up', { password: ana.password });
    expect(begun.status).toBe(200);
    expect(begun.headers.get('Cache-Control')).toBe('no-store');
    const { secret, uri }: { secret: string; uri: string } = await begun.json();
    const confirmed = await post('confirm', { code: codeAt(secret, now()) });
    expect(confirmed.status).toBe(200);
    expect(confirmed.headers.get('Cache-Control')).toBe('no-store');
    const { recoveryCodes }: { recoveryCodes: string[] } =
      await confirmed.json();
    secrets.push(secret, ...recoveryCodes);
    wait(STEP_MS);
    return { secret, uri, recoveryCodes };
  }

  async function expectRefused(
    reply: Response,
    secondFactorIs: string | undefined,
    status = 400,
  ): Promise<string> {
    expect(reply.status).toBe(status);
    const text = await reply.text();
    expect(text).not.toContain('access_token');
    expect(JSON.parse(text).secondFactor).toBe(secondFactorIs);
    return text;
  }

  describe('set up', () => {
    it('asks for the password, shows the secret, and counts from the first right code on', async () => {
      const wrong = await post('set-up', { password: 'not the password' });
      expect(wrong.status).toBe(400);
      expect((await wrong.json()).errors).toEqual({
        Password: ['This is not the password.'],
      });
      const begun = await post('set-up', { password: ana.password });
      const { secret, uri } = await begun.json();
      expect(secret).toMatch(/^[A-Z2-7]{32}$/);
      expect(uri).toMatch(/^otpauth:\/\/totp\/Vote%20Monitoring:ana\.pop/);
      expect(new URL(uri).searchParams.get('secret')).toBe(secret);
      // Begun is not set up: the password is still enough.
      expect((await signIn(ana)).status).toBe(200);

      await expectRefused(await post('confirm', { code: '000000' }), 'wrong');
      expect((await signIn(ana)).status).toBe(200);
      const code = codeAt(secret, now());
      const typed = `${code.slice(0, 3)} ${code.slice(3)}`;
      const confirmed = await post('confirm', { code: typed });
      expect(confirmed.status).toBe(200);
      const { recoveryCodes } = await confirmed.json();
      expect(new Set(recoveryCodes).size).toBe(10);
      expect(recoveryCodes[0]).toMatch(/^(\d{4}-){5}\d{4}$/);
      await expectRefused(await signIn(ana), 'needed');
      expect(await server().read(path, 'admin')).toEqual({
        isOn: true,
        isRequired: false,
        recoveryCodes: 10,
      });
      // Others have none.
      expect((await signIn(olga)).status).toBe(200);
    });

    it('is not begun a second time, nor confirmed without a beginning', async () => {
      expect((await post('confirm', { code: '123456' })).status).toBe(409);
      const { secret } = await setUp();
      expect((await post('set-up', { password: ana.password })).status).toBe(
        409,
      );
      const code = codeAt(secret, now());
      expect((await post('confirm', { code })).status).toBe(409);
      expect((await signIn({ ...ana, code })).status).toBe(200);
    });

    it('takes nothing from one that counts, also when two begin at once', async () => {
      const { secret } = await setUp();
      const { db } = database();
      // As when the other request was confirmed after this one had looked.
      expect(await beginSecondFactor(db, SECRET, 7)).toBeUndefined();
      const code = codeAt(secret, now());
      expect((await signIn({ ...ana, code })).status).toBe(200);
    });

    it('stores neither the secret nor a recovery code as it is', async () => {
      await setUp();
      const { db } = database();
      const rows = JSON.stringify([
        await db.select().from(secondFactor),
        await db.select().from(recoveryCode),
      ]);
      for (const secret of secrets) {
        expect(rows).not.toContain(secret);
        expect(rows).not.toContain(secret.replaceAll('-', ''));
      }
    });
  });

  describe('a sign-in', () => {
    it('is told in a sentence that a code is needed, and gets no token without', async () => {
      await setUp();
      const needed = await signIn(ana);
      expect(needed.headers.get('Content-Type')).toBe(
        'application/problem+json',
      );
      expect(await needed.json()).toEqual({
        type: 'about:blank',
        title: 'One or more validation errors occurred.',
        status: 400,
        detail: expect.stringContaining('authenticator app'),
        errors: { Code: ['The Code field is required.'] },
        secondFactor: 'needed',
      });
      // Also where older clients sign in.
      const older = await server().ask('/api/v1/access/authorize', {
        method: 'POST',
        body: ana,
      });
      await expectRefused(older, 'needed');
      // A wrong password is told first, whatever the code is.
      const wrong = await signIn({ ...ana, password: 'x', code: '123456' });
      expect(await wrong.text()).toBe('Invalid credentials');
    });

    it.each([-1, 0, 1])(
      'takes the code of a clock that is %i steps off',
      async (steps) => {
        const { secret } = await setUp();
        wait(STEP_MS);
        const code = codeAt(
          secret,
          new Date(now().getTime() + steps * STEP_MS),
        );
        expect((await signIn({ ...ana, code })).status).toBe(200);
      },
    );

    it.each([-2, 2])('refuses one that is %i steps off', async (steps) => {
      const { secret } = await setUp();
      wait(5 * STEP_MS);
      const code = codeAt(secret, new Date(now().getTime() + steps * STEP_MS));
      await expectRefused(await signIn({ ...ana, code }), 'wrong');
    });

    it('takes no code twice, also not at the same moment in two processes', async () => {
      const { secret } = await setUp();
      const code = codeAt(secret, now());
      const other = startServer(database());
      other.clock.now = now();
      const replies = await Promise.all([
        signIn({ ...ana, code }),
        signIn({ ...ana, code }, other),
        signIn({ ...ana, code }),
      ]);
      const statuses = replies.map(({ status }) => status);
      expect(statuses.sort()).toEqual([200, 400, 400]);
      // Nor an earlier one that is still within the window.
      const before = new Date(now().getTime() - STEP_MS);
      const earlier = codeAt(secret, before);
      await expectRefused(await signIn({ ...ana, code: earlier }), 'wrong');
    });

    it('takes each recovery code once, however it is typed', async () => {
      const { recoveryCodes } = await setUp();
      const [first = '', second = ''] = recoveryCodes;
      expect((await signIn({ ...ana, code: first })).status).toBe(200);
      await expectRefused(await signIn({ ...ana, code: first }), 'wrong');
      const typed = ` ${second.replaceAll('-', '\u00a0')} `;
      const replies = await Promise.all([
        signIn({ ...ana, code: typed }),
        signIn({ ...ana, code: typed }),
      ]);
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
      expect(await server().read(path, 'admin')).toMatchObject({
        recoveryCodes: RECOVERY_CODES - 2,
      });
    });

    it('says where the server has another secret now, and takes a recovery code there', async () => {
      const { secret, recoveryCodes } = await setUp();
      const restored = startServer(database(), {
        secret: new TextEncoder().encode('a secret of another machine'),
      });
      restored.clock.now = now();
      const code = codeAt(secret, now());
      await expectRefused(
        await signIn({ ...ana, code }, restored),
        'unreadable',
      );
      const recovery = { ...ana, code: recoveryCodes[0] };
      expect((await signIn(recovery, restored)).status).toBe(200);
    });

    it('does not ask phones', async () => {
      await setUp();
      await requireIt(true);
      const phone = { user: '0722000041', password: '1234', fcmToken: 'x' };
      expect((await signIn(phone)).status).toBe(200);
      expect((await server().ask('/api/v1/form', { as: 'maria' })).status).toBe(
        200,
      );
    });
  });

  describe('guesses', () => {
    const guess = (code = '000000') => signIn({ ...ana, code });

    it('count like wrong passwords, and the right password forgives none of them', async () => {
      const { secret } = await setUp();
      await database().db.delete(signInOrigin);
      for (let at = 0; at < 5; at += 1) {
        await expectRefused(await guess(), 'wrong');
        // Half a sign-in is neither counted nor a reward.
        await signIn(ana);
      }
      const refused = await guess(codeAt(secret, now()));
      expect(refused.status).toBe(429);
      expect(refused.headers.get('Retry-After')).toBe('30');
      expect((await signIn(ana)).status).toBe(429);
      wait(STEP_MS);
      expect((await guess(codeAt(secret, now()))).status).toBe(200);
    });

    it('are counted one by one when they come at once', async () => {
      await setUp();
      const replies = await Promise.all(
        Array.from({ length: 20 }, () => guess()),
      );
      const statuses = replies.map(({ status }) => status);
      expect(statuses.filter((status) => status === 400)).toHaveLength(5);
      expect(statuses.filter((status) => status === 429)).toHaveLength(15);
    });

    it('count where a signed-in user makes them, too', async () => {
      await setUp();
      const wrong = { password: ana.password, code: '000000' };
      for (let at = 0; at < 5; at += 1) {
        await expectRefused(await post('remove', wrong), 'wrong');
      }
      expect((await post('recovery-codes', { code: '1' })).status).toBe(429);
      expect((await post('remove', wrong)).status).toBe(429);
      // A right password alone would forgive them; it is not looked at.
      expect((await post('set-up', { password: ana.password })).status).toBe(
        409,
      );
      expect((await guess()).status).toBe(429);
    });

    it('are 100 at most since the last right code, wherever they come from; a recovery code lets the app count again', async () => {
      const { secret, recoveryCodes } = await setUp();
      const { db } = database();
      await db.update(secondFactor).set({ tries: MAX_TRIES - 3 });
      const later = (code: () => string) => {
        wait(HOUR_MS);
        return guess(code());
      };
      const replies = await Promise.all(
        Array.from({ length: 5 }, () => guess()),
      );
      const problems = await Promise.all(replies.map((reply) => reply.json()));
      const told = problems.map((problem) => problem.secondFactor);
      expect(told.toSorted().join(' ')).toBe('locked locked wrong wrong wrong');
      const code = () => codeAt(secret, now());
      await expectRefused(await later(code), 'locked');
      const [recovery = ''] = recoveryCodes;
      expect((await later(() => recovery)).status).toBe(200);
      expect((await later(code)).status).toBe(200);
      const [row] = await db.select().from(secondFactor);
      expect(row?.tries).toBe(0);
    });

    it.each([
      ['one network', () => '192.0.2.7', 12],
      ['a network of its own for each', (at: number) => `10.${at}.0.1`, 27],
    ])(
      'from %s are as few in an hour as docs/security-audit.md says',
      async (_, addressOf, most) => {
        await setUp();
        await database().db.delete(signInOrigin);
        const end = now().getTime() + HOUR_MS;
        let guesses = 0;
        for (let at = 0; now().getTime() < end; at += 1) {
          const reply = await signInFrom(addressOf(at));
          if (reply.status === 400) guesses += 1;
          else wait(Number(reply.headers.get('Retry-After')) * 1_000);
        }
        expect(guesses).toBe(most);
      },
    );

    function signInFrom(remoteAddress: string) {
      return server().app.request(
        login,
        {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ ...ana, code: '000000' }),
        },
        { incoming: { socket: { remoteAddress } } },
      );
    }

    it('do not make the network known where only the password was right', async () => {
      await setUp();
      await database().db.delete(signInOrigin);
      await signIn(ana);
      await guess();
      expect(await database().db.select().from(signInOrigin)).toEqual([]);
    });
  });

  it('is taken off with password and code', async () => {
    const { secret, recoveryCodes } = await setUp();
    const code = codeAt(secret, now());
    const noPassword = await post('remove', { password: 'x', code });
    expect((await noPassword.json()).errors).toHaveProperty('Password');
    const wrongCode = { password: ana.password, code: '000000' };
    await expectRefused(await post('remove', wrongCode), 'wrong');
    const right = { password: ana.password, code };
    const removed = await post('remove', right);
    expect(await removed.json()).toEqual({
      isOn: false,
      isRequired: false,
      recoveryCodes: 0,
    });
    expect((await signIn(ana)).status).toBe(200);
    expect(await database().db.$count(recoveryCode)).toBe(0);
    expect((await post('remove', right)).status).toBe(409);
    expect(
      (await post('recovery-codes', { code: recoveryCodes[0] })).status,
    ).toBe(409);
  });

  it('gets new recovery codes for a code, and the old ones end', async () => {
    const { secret, recoveryCodes: old } = await setUp();
    const code = codeAt(secret, now());
    const reply = await post('recovery-codes', { code });
    const { recoveryCodes } = await reply.json();
    expect(recoveryCodes).toHaveLength(RECOVERY_CODES);
    await expectRefused(await signIn({ ...ana, code: old[0] }), 'wrong');
    expect((await signIn({ ...ana, code: recoveryCodes[0] })).status).toBe(200);
  });

  describe('while it is required', () => {
    it('an account without one can do nothing but set it up', async () => {
      expect((await requireIt(true)).status).toBe(200);
      const ask = (to: string) => server().ask(to, { as: 'admin' });
      const reply = await ask('/api/v1/form');
      const text = await expectRefused(reply, 'missing', 403);
      expect(JSON.parse(text).detail).toMatch(/Set yours up first/);
      for (const refused of [
        '/api/v1/observer',
        '/api/v1/answers',
        '/api/extensions/sessions',
        '/api/extensions/changes',
      ]) {
        await expectRefused(await ask(refused), 'missing', 403);
      }
      // It signs in, and sees what it needs for that.
      expect((await signIn(ana)).status).toBe(200);
      expect((await ask('/api/extensions')).status).toBe(200);
      expect(await server().read(path, 'admin')).toMatchObject({
        isOn: false,
        isRequired: true,
      });
      await setUp();
      expect((await ask('/api/v1/form')).status).toBe(200);
    });

    it('the organizer who required it is no exception, and may set it up', async () => {
      await requireIt(true);
      await expectRefused(await requireIt(false), 'missing', 403);
      const begun = await post(
        'set-up',
        { password: olga.password },
        'organizer',
      );
      const { secret } = await begun.json();
      const code = codeAt(secret, now());
      expect((await post('confirm', { code }, 'organizer')).status).toBe(200);
      expect((await requireIt(false)).status).toBe(200);
      expect((await server().ask('/api/v1/form', { as: 'admin' })).status).toBe(
        200,
      );
    });

    it('another process knows within seconds', async () => {
      const other = startServer(database());
      const ask = async () =>
        (await other.ask('/api/v1/form', { as: 'admin' })).status;
      expect(await ask()).toBe(200);
      await requireIt(true);
      other.clock.now = new Date(START.getTime() + BELIEVED_MS);
      expect(await ask()).toBe(403);
    });

    it('is a switch of organizers', async () => {
      const body = { isRequired: true };
      const method = 'PUT';
      const reply = await server().ask(`${path}/required`, {
        method,
        as: 'admin',
        body,
      });
      expect(reply.status).toBe(403);
    });
  });

  it('is in the audit log, without a secret', async () => {
    const { secret, recoveryCodes } = await setUp();
    await signIn(ana);
    await signIn({ ...ana, code: '000000' });
    await signIn({ ...ana, code: codeAt(secret, now()) });
    await signIn({ ...ana, code: recoveryCodes[0] });
    wait(STEP_MS);
    await post('recovery-codes', { code: codeAt(secret, now()) });
    wait(STEP_MS);
    const code = codeAt(secret, now());
    await post('remove', { password: ana.password, code });
    await requireIt(true);
    await requireIt(true);
    expect(await actions()).toEqual([
      'second factor set up',
      'wrong code',
      'sign-in',
      'sign-in',
      'recovery codes made',
      'second factor removed',
      'second factor required',
    ]);
    const log = await entries();
    expect(log.map(({ after }) => after)).toEqual([
      null,
      null,
      '{"secondFactor":"code"}',
      '{"secondFactor":"recovery code"}',
      '{"secondFactor":"code"}',
      '{"secondFactor":"code"}',
      null,
    ]);
    const ofAna = log.filter(({ adminId }) => adminId === 7);
    expect(ofAna).toHaveLength(6);
    const text = JSON.stringify(log);
    for (const each of [...secrets, code]) expect(text).not.toContain(each);
  });
});
