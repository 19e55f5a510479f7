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
  const askOnce = askForOffers(client, () => heardAt(requests));
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
