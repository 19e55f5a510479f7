import { expect, it } from 'vitest';

import { createClient } from '@/api/client';
import { askForOffers } from '@/workers/offers';

const page = () => new Response('<html>Sign in here</html>');
const offers = () => new Response('{"triage":{"version":1}}');
const lost = () => Promise.reject(new TypeError('Failed to fetch'));

/** Asks a server again and again. @param answers of the server, one for each request. */
async function ask(
  answers: readonly (() => Response | Promise<Response>)[],
  heardAt: (request: number) => number,
) {
  let requests = 0;
  const client = createClient({
    host: 'https://server.test',
    fetch: async () => {
      const answer = answers[requests];
      requests += 1;
      return answer ? answer() : lost();
    },
  });
  const askOnce = askForOffers(
    client,
    () => heardAt(requests),
    () => 0,
  );
  const known: unknown[] = [];
  for (const _ of [...answers, undefined]) {
    const reply = await askOnce();
    known.push(reply.ok ? reply.value : reply.failure.kind);
  }
  return { known, requests };
}

it('a server that is well and answers twice with a page offers nothing, and is not asked again', async () => {
  expect(await ask([page, page], () => 1)).toEqual({
    known: ['unreadable', [], []],
    requests: 2,
  });
});

it.each([
  ['a network that answers everything with its page', page],
  ['a server that cannot be reached', lost],
])('%s says nothing about what the server offers', async (_name, answer) => {
  const isWell = answer === lost ? 1 : 0;
  const { known, requests } = await ask(
    [answer, answer, answer, offers],
    () => isWell,
  );
  expect(known.slice(3)).toEqual([['triage'], ['triage']]);
  expect(known.slice(0, 3)).not.toContainEqual([]);
  expect(requests).toBe(4);
});

/** A server that is well and fails at the question alone, asked every so often. */
function askFailing(fails: () => Response | Promise<Response>) {
  const at = { now: 0, requests: 0, answer: fails };
  const client = createClient({
    host: 'https://server.test',
    fetch: async () => {
      at.requests += 1;
      return at.answer();
    },
  });
  const offersOf = askForOffers(
    client,
    () => 1,
    () => at.now,
  );
  const ask = async (seconds: number, isWaitedFor: boolean) => {
    at.now = seconds * 1000;
    const reply = await offersOf(isWaitedFor);
    return reply.ok ? reply.value : reply.failure.kind;
  };
  return { at, ask };
}

it.each([
  ['answers 500', () => new Response(null, { status: 500 }), 'server'],
  ['is cut', lost, 'offline'],
])(
  'a change waits a minute for the answer of a server that %s, and no longer',
  async (_name, fails, kind) => {
    const { at, ask } = askFailing(fails);
    expect(await ask(0, true)).toBe(kind);
    expect(await ask(59, true)).toBe(kind);
    expect(await ask(60, true)).toEqual([]);
    expect(await ask(100, true)).toEqual([]);
    expect(at.requests).toBe(3);
    // To whom nothing waits, nobody knows.
    expect(await ask(101, false)).toBe(kind);
  },
);

it('a change does not wait for a day where the clock is set back by one', async () => {
  const { ask } = askFailing(lost);
  await ask(86_400, true);
  expect(await ask(10, true)).toBe('offline');
  expect(await ask(70, true)).toEqual([]);
});

it('a server that was given up is asked again, and believed', async () => {
  const { at, ask } = askFailing(lost);
  await ask(0, true);
  await ask(60, true);
  at.answer = offers;
  expect(await ask(361, true)).toEqual([]);
  await expect.poll(() => ask(361, true)).toEqual(['triage']);
  expect(at.requests).toBe(3);
});
