import { expect, it } from 'vitest';

import { operations } from '../../../server/app';
import { BODY_LIMITS } from '../../../server/http/requests/body-limits';
import { onPglite } from '../support/on-pglite';
import { freshServer, startServer, type Ask } from '../support/server';

const PIECE = new Uint8Array(8 * 1024);
const SIGN_IN = '/api/v2/access/authorize';
const MULTIPART = { 'Content-Type': 'multipart/form-data; boundary=b' };

/** A body in pieces that says how many bytes were asked of it. */
function pieces(bytes: number) {
  let given = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(to) {
        if (given >= bytes) return to.close();
        given += PIECE.length;
        to.enqueue(PIECE.slice());
        return undefined;
      },
    },
    { highWaterMark: 0 },
  );
  return { body, given: () => given };
}

/** A body that begins and goes on when it is told to. */
function slow(text: string) {
  let goOn = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(to) {
      to.enqueue(new TextEncoder().encode(text.slice(0, 1)));
      goOn = () => {
        to.enqueue(new TextEncoder().encode(text.slice(1)));
        to.close();
      };
    },
  });
  return { body, goOn: () => goOn() };
}

onPglite((database) => {
  const server = freshServer(database);
  const signIn = JSON.stringify({ user: 'nobody', password: 'wrong' });
  const post = (body: unknown, more: Ask = {}): [string, Ask] => [
    SIGN_IN,
    {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
      ...more,
    },
  ];

  const writes = operations
    .filter(({ method }) => method !== 'get')
    .map(({ method, path, role }) => ({
      method: method.toUpperCase(),
      path: path.replace(/\{\w+\}/g, '1'),
      role,
    }));

  it.each(writes.filter(({ role }) => !['nobody', 'link'].includes(role)))(
    'of $method $path is not read before its caller is known',
    async ({ method, path }) => {
      const { body, given } = pieces(BODY_LIMITS.multipartBytes);
      const reply = await server().ask(path, {
        method,
        headers: MULTIPART,
        body,
      });
      expect([reply.status, given()]).toEqual([401, 0]);
    },
  );

  it.each(writes.filter(({ role }) => ['admin', 'organizer'].includes(role)))(
    'of $method $path is not read from a phone',
    async ({ method, path }) => {
      const { body, given } = pieces(BODY_LIMITS.multipartBytes);
      const reply = await server().ask(path, {
        method,
        as: 'maria',
        headers: MULTIPART,
        body,
      });
      expect([reply.status, given()]).toEqual([403, 0]);
    },
  );

  it('is not read where there is nothing', async () => {
    const { body, given } = pieces(BODY_LIMITS.multipartBytes);
    const ask = { method: 'POST', as: 'organizer', body } as const;
    const reply = await server().ask('/api/v1/nothing', ask);
    expect([reply.status, given()]).toEqual([404, 0]);
  });

  it.each([
    ['of a sign-in', {}, BODY_LIMITS.anonymousBytes],
    ['of JSON', { as: 'organizer' }, BODY_LIMITS.jsonBytes],
    [
      'of a form where the route takes none',
      { as: 'organizer', headers: MULTIPART },
      BODY_LIMITS.jsonBytes,
    ],
  ] as const)('%s is given up at its limit', async (_, more, limit) => {
    const { body, given } = pieces(BODY_LIMITS.multipartBytes);
    const path = 'as' in more ? '/api/v1/observer' : SIGN_IN;
    const reply = await server().ask(path, { method: 'POST', body, ...more });
    expect(reply.status).toBe(413);
    expect(given()).toBeLessThanOrEqual(limit + PIECE.length);
  });

  it('with more fields than a form may have is not parsed', async () => {
    const field = (name: string) =>
      `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n1\r\n`;
    const form = (fields: number) => `${field('x').repeat(fields)}--b--\r\n`;
    const send = (body: string) =>
      server().ask('/api/v1/observer/import?ngoId=2', {
        method: 'POST',
        as: 'organizer',
        headers: MULTIPART,
        body,
      });
    expect((await send(form(BODY_LIMITS.fields))).status).toBe(400);
    const reply = await send(form(BODY_LIMITS.fields + 1));
    expect(reply.status).toBe(413);
    expect(await reply.json()).toMatchObject({
      detail: 'A form has at most 1000 fields.',
    });
  });

  it('that breaks off is no error of the server', async () => {
    const errors: string[] = [];
    const { ask } = startServer(database(), {
      log: (line) => errors.push(line),
    });
    const body = new ReadableStream({
      pull(to) {
        to.error(new Error('The connection ended.'));
      },
    });
    expect((await ask(...post(body))).status).toBe(400);
    expect(errors).toEqual([]);
  });

  it('that does not come is given up', async () => {
    const { ask } = startServer(database(), {
      bodyLimits: { anonymousWithinMs: 20 },
    });
    const reply = await ask(...post(slow(signIn).body));
    expect(reply.status).toBe(408);
  });

  it('of one network wait for each other without a sign-in, and no longer than they are under way', async () => {
    const { ask } = startServer(database(), {
      bodyLimits: { anonymousAtOnce: 1 },
    });
    const first = slow(signIn);
    const held = ask(...post(first.body));
    const second = await ask(...post(signIn));
    expect(second.status).toBe(429);
    expect(second.headers.get('Retry-After')).toBe('5');
    first.goOn();
    expect((await held).status).toBe(400);
    expect((await ask(...post(signIn))).status).toBe(400);
  });

  it('that would be too much together are turned away until there is room', async () => {
    const { togetherBytes } = BODY_LIMITS;
    const { ask } = startServer(database(), {
      bodyLimits: {
        togetherBytes: { ...togetherBytes, nobody: signIn.length },
      },
    });
    const first = slow(signIn);
    const held = ask(...post(first.body));
    await firstByte();
    const second = await ask(...post(signIn));
    expect(second.status).toBe(503);
    first.goOn();
    expect((await held).status).toBe(400);
    expect((await ask(...post(signIn))).status).toBe(400);
  });

  it('of one account leave the room of the others', async () => {
    const text = JSON.stringify({ channelName: 'x', from: '1' });
    const { ask } = startServer(database(), {
      bodyLimits: {
        accountBytes: { ...BODY_LIMITS.accountBytes, observer: text.length },
      },
    });
    const send = (as: 'maria' | 'dan', body: unknown) =>
      ask('/api/v1/answers', {
        method: 'POST',
        as,
        headers: { 'Content-Type': 'application/json' },
        body,
      });
    const first = slow(text);
    const held = send('maria', first.body);
    await firstByte();
    const second = await send('maria', text);
    expect(second.status).toBe(429);
    expect(await second.json()).toMatchObject({
      detail: `An account may send at most ${text.length} bytes at once.`,
    });
    expect(second.headers.get('Retry-After')).toBe('5');
    expect((await send('dan', text)).status).toBeLessThan(429);
    first.goOn();
    const answered = (await held).status;
    expect(answered).toBeLessThan(429);
    expect((await send('maria', text)).status).toBe(answered);
  });

  it.each([
    ['of 56 bits', ['2001:db8:1:2300::1', '2001:db8:1:2301::1']],
    [
      'of 48 bits',
      [
        '2001:db8:1:2300::1',
        '2001:db8:1:2400::1',
        '2001:db8:1:2500::1',
        '2001:db8:1:2600::1',
      ],
    ],
  ])('of a line of IPv6 %s share its limit', async (_, addresses) => {
    const { app } = startServer(database(), {
      bodyLimits: { anonymousAtOnce: 1 },
    });
    const send = (remoteAddress: string, body: unknown) => {
      const [path, ask] = post(body);
      const init = { ...ask, body, duplex: 'half' } as RequestInit;
      return app.request(path, init, {
        incoming: { socket: { remoteAddress } },
      });
    };
    const bodies = addresses.map(() => slow(signIn));
    const held = addresses.map((each, at) => send(each, bodies[at]?.body));
    const neighbour = addresses[0]?.replace(':2300:', ':23ff:') ?? '';
    expect((await send(neighbour, signIn)).status).toBe(429);
    for (const each of bodies) each.goOn();
    for (const each of held) expect((await each).status).toBe(400);
    expect((await send(neighbour, signIn)).status).toBe(400);
  });
});

/** The first byte of a slow body is there. */
function firstByte(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve);
  });
}
