import { expect, it } from 'vitest';

import { createClient } from '@/api/client';
import { resetPin } from '@/api/observers';
import { writeDirectly } from '@/workers/direct-write';

/** Resets a PIN where the write and what is asked after it are answered so. */
function reset(answers: Record<'POST' | 'GET', () => Response>) {
  const asked: string[] = [];
  const client = createClient({
    host: 'http://server.test',
    fetch: async (input, init) => {
      const { method, url } = new Request(input, init);
      asked.push(`${method} ${new URL(url).pathname}`);
      return answers[method === 'POST' ? 'POST' : 'GET']();
    },
  });
  const write = writeDirectly(client, (each) =>
    resetPin(each, '0722000041', '1234'),
  );
  return write.then((reply) => ({ reply, asked }));
}

const empty = () => new Response(null, { status: 200 });

it('counts a reply without a body when the server answers just after it', async () => {
  const { reply, asked } = await reset({
    POST: empty,
    GET: () => new Response('12'),
  });
  expect(reply).toMatchObject({ ok: true });
  expect(asked).toEqual([
    'POST /api/v1/observer/reset',
    'GET /api/v1/observer/count',
  ]);
});

it.each([
  ['says nothing to anything', empty],
  ['shows its page', () => new Response('<html>Sign in</html>')],
  ['has JSON of its own', () => new Response('{"status":"ok"}')],
])('does not call it done in a network that %s', async (_name, page) => {
  const { reply } = await reset({ POST: empty, GET: page });
  const failure = { kind: 'unproven', status: 200 };
  expect(reply).toEqual({ ok: false, failure });
});

it('asks nothing after a refusal', async () => {
  const { reply, asked } = await reset({
    POST: () => new Response('No such observer', { status: 404 }),
    GET: () => new Response('12'),
  });
  expect(reply).toMatchObject({ ok: false, failure: { kind: 'missing' } });
  expect(asked).toHaveLength(1);
});
