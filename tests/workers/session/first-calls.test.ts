import { expect, it, vi } from 'vitest';

import { watchFirstCalls } from '@/workers/session/first-calls';

import { aThread } from '../../support/builders';
import { deferred } from '../../support/deferred';
import { aHeldLine } from '../../support/held-line';
import { createLocks } from '../../support/locks';
import { createModelServer } from '../../support/model-server';
import { createDatabases } from '../../support/tab';
import { prepareTabs } from '../../support/tabs';
import { until } from '../../support/until';

const { open } = prepareTabs();
const pair = { observerId: 41, pollingStationId: 7 };

it('asks for nothing else before the list and the thread of the first screen', async () => {
  const server = createModelServer();
  server.urgent = [aThread(), aThread({ pollingStationId: 8 })];
  const sent: string[] = [];
  const line = aHeldLine(
    (input, init) => {
      const { pathname, searchParams } = new URL(new Request(input).url);
      const station = searchParams.get('pollingStationId') ?? '';
      sent.push(`${pathname} ${station}`.trim());
      return server.fetch(input, init);
    },
    ({ url }) => new URL(url).pathname.endsWith('/note'),
  );
  const surroundings = { fetch: line.fetch, firstList: 'all' as const };
  const tab = open(server, createDatabases(), createLocks(), surroundings);
  const first = [
    tab.session.call('pullThreads', ['urgent']),
    tab.session.call('pullDetail', [pair]),
  ];
  await until(() => expect(line.held()).toBe(1));
  await first[0];
  const { cursors } = tab.databases.cache;
  await until(async () => {
    expect((await cursors.get('threads:all'))?.asOf).toBeDefined();
  });

  line.release();
  await Promise.all(first);
  await until(() => expect(sent).toContain('/api/v1/answers/filledIn 8'));
  const before = sent.slice(0, sent.indexOf('/api/v2/note 7'));
  expect([...new Set(before)].sort()).toEqual([
    '/api/v1/answers',
    '/api/v1/answers/filledIn 7',
    '/api/v1/answers/pollingStationInfo',
  ]);
});

it.each([
  ['the screen asks for nothing', 0, 2_000],
  ['an answer takes too long', 1, 20_000],
])('the wait ends when %s', async (_, calls, afterMs) => {
  vi.useFakeTimers();
  const first = watchFirstCalls();
  let isOver = false;
  void first.answered.then(() => {
    isOver = true;
  });
  if (calls > 0) first.note(deferred<void>().promise);
  await vi.advanceTimersByTimeAsync(afterMs - 1);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(isOver).toBe(true);
  vi.useRealTimers();
});

it('the wait ends with the last answer, also when it is an error', async () => {
  const [list, thread] = [deferred<void>(), deferred<void>()];
  const first = watchFirstCalls();
  first.note(list.promise);
  first.note(thread.promise);
  list.resolve();
  await list.promise;
  thread.reject(new Error('closed'));
  await first.answered;
});
