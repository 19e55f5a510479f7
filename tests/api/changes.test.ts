import { expect, it } from 'vitest';

import { openChanges } from '@/api/changes';

/** Opens a stream of changes on a server that gives each request this answer. */
async function openOn(answer: () => Response, lastId?: string) {
  const sent: Request[] = [];
  const opened = await openChanges(
    {
      host: 'http://server.test',
      token: 'a.b.c',
      fetch: async (input, init) => {
        sent.push(new Request(input, init));
        return answer();
      },
    },
    lastId,
    new AbortController().signal,
  );
  return { opened, sent };
}

it('asks for the stream with the token in its header, past every cache', async () => {
  const { opened, sent } = await openOn(
    () =>
      new Response('id: 8\nevent: beat\ndata: {"at":5}\n\n', {
        headers: { 'content-type': 'text/event-stream' },
      }),
    '7',
  );
  expect(sent).toMatchObject([
    {
      url: 'http://server.test/api/extensions/changes',
      cache: 'no-store',
      credentials: 'same-origin',
    },
  ]);
  expect(Object.fromEntries(sent[0]?.headers ?? [])).toEqual({
    accept: 'text/event-stream',
    authorization: 'Bearer a.b.c',
    'last-event-id': '7',
  });
  const events = 'events' in opened ? await opened.events.next() : undefined;
  expect(events?.value).toEqual({
    id: '8',
    name: 'beat',
    at: 5,
    kinds: [],
    isDiskLow: false,
  });
});

it('answers a refusal with its status and wait, after one request', async () => {
  const { opened, sent } = await openOn(
    () => new Response('', { status: 503, headers: { 'retry-after': '7' } }),
  );
  expect(opened).toEqual({ status: 503, retryAfterMs: 7_000 });
  expect(sent).toHaveLength(1);
});
