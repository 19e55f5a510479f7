import { afterEach, expect, it, vi } from 'vitest';

import { REPLY_TIMEOUT_MS } from '@/config';
import type { PullResult } from '@/workers/engine/engine';
import type { Asked } from '@/workers/calls';
import type { Relay } from '@/workers/session/relay';
import { openRelay } from '@/workers/session/relay';

import { deferred } from '../../support/deferred';

const relays: Relay[] = [];
let channels = 0;

afterEach(() => {
  for (const relay of relays.splice(0)) relay.close();
  vi.useRealTimers();
});

const follows = () => undefined;
const refused: PullResult = {
  ok: false,
  failure: { kind: 'busy', status: 503, detail: 'Too many' },
};

/** Relays of several tabs on one real channel, each with its way to answer. */
function tabs(
  ...answers: ((asked: Asked) => Promise<PullResult> | undefined)[]
) {
  channels += 1;
  const name = `test:relay:${channels}`;
  const opened = answers.map((answer) =>
    openRelay(new BroadcastChannel(name), {
      answer,
      onBeat: () => {},
      onWant: () => {},
    }),
  );
  relays.push(...opened);
  return opened;
}

/** Real time enough for messages to cross a channel. */
function delivered(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 50));
}

it('brings a wish to the leader and its result back', async () => {
  const asked: Asked[] = [];
  const [follower] = tabs(follows, async (mutation) => {
    asked.push(mutation);
    return refused;
  });
  const mutation = { name: 'pullDetail', args: [{ observerId: 41 }] };
  expect(await follower?.ask(mutation)).toEqual(refused);
  expect(asked).toEqual([mutation]);
});

it('takes the leader’s answer, also when other tabs listen', async () => {
  const heard = vi.fn(follows);
  const [follower] = tabs(follows, heard, async () => ({ ok: true }), heard);
  expect(await follower?.ask({ name: 'push', args: [] })).toEqual({ ok: true });
  expect(heard).toHaveBeenCalledTimes(2);
});

it('gives each asker the answer to its own question', async () => {
  // The first question takes longer than the second.
  const waits: Record<string, number> = { first: 40, second: 0 };
  const [one, other] = tabs(follows, follows, async ({ name }) => {
    await new Promise((resolve) => setTimeout(resolve, waits[name]));
    return { ok: false, failure: { kind: 'refused', detail: name } };
  });
  const results = await Promise.all([
    one?.ask({ name: 'first', args: [] }),
    other?.ask({ name: 'second', args: [] }),
    one?.ask({ name: 'second', args: [] }),
  ]);
  expect(
    results.map((result) => result?.ok === false && result.failure.detail),
  ).toEqual(['first', 'second', 'second']);
});

it('gives up when nobody leads', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const [follower] = tabs(follows, follows);
  const results: PullResult[] = [];
  void follower
    ?.ask({ name: 'push', args: [] })
    .then((result) => results.push(result));
  await vi.advanceTimersByTimeAsync(REPLY_TIMEOUT_MS - 1);
  expect(results).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(results).toEqual([{ ok: false, failure: { kind: 'timeout' } }]);
});

it('keeps no timer once it has its answer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const [follower] = tabs(follows, async () => ({ ok: true }));
  await follower?.ask({ name: 'push', args: [] });
  expect(vi.getTimerCount()).toBe(0);
});

it('does not answer itself', async () => {
  const answer = vi.fn(async (): Promise<PullResult> => ({ ok: true }));
  const [alone] = tabs(answer);
  void alone?.ask({ name: 'push', args: [] });
  await delivered();
  expect(answer).not.toHaveBeenCalled();
});

it('is silent when its tab closed before the answer was ready', async () => {
  const work = deferred<PullResult>();
  const [follower, leader] = tabs(follows, () => work.promise);
  const results: PullResult[] = [];
  void follower
    ?.ask({ name: 'push', args: [] })
    .then((result) => results.push(result));
  await delivered();
  leader?.close();
  // Answering on a closed channel would throw where nobody can catch it.
  work.resolve({ ok: true });
  await delivered();
  expect(results).toEqual([]);
});
