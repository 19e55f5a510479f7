import 'fake-indexeddb/auto';

import { cleanup, renderHook } from '@testing-library/react';
import { liveQuery } from 'dexie';
import { beforeEach, expect, it, vi } from 'vitest';

import { usePull } from '@/data/live/use-pull';
import type { ConnectionState } from '@/db/cache';
import { databases, deleteDatabases, openFor } from '@/db/open';
import type { FailureKind } from '@/domain/outbox/outcome';
import { AGAIN_FIRST_MS } from '@/domain/pause-after';

import { anActor } from '../../support/builders';
import { until } from '../../support/until';

beforeEach(async () => {
  await deleteDatabases(anActor);
  openFor(anActor);
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  return () => {
    vi.useRealTimers();
    cleanup();
    openFor({ ...anActor, sub: 'nobody' });
  };
});

type Result = Awaited<ReturnType<Parameters<typeof usePull>[1]>>;

/** A screen that asks, and what it asked: each request waits for `answer`. */
function openScreen() {
  /** Epoch ms. */
  const asked: number[] = [];
  let tell: (result: Result) => void;
  const { result, unmount } = renderHook(() =>
    usePull('a screen', () => {
      asked.push(Date.now());
      return new Promise<Result>((resolve) => {
        tell = resolve;
      });
    }),
  );
  async function answer(kind?: FailureKind): Promise<void> {
    tell(kind ? { ok: false, failure: { kind } } : { ok: true });
    await until(() => {
      expect(result.current.isPulling).toBe(false);
      expect(result.current.failure?.kind).toBe(kind);
    });
  }
  const hasAsked = (times: number) =>
    until(() => {
      vi.advanceTimersByTime(1000);
      expect(asked).toHaveLength(times);
    });
  return { asked, answer, hasAsked, unmount };
}

/** Ends when screens have learnt of it, too: they began to read before. */
async function become(state: ConnectionState['state']): Promise<void> {
  vi.advanceTimersByTime(1000);
  const { meta } = databases().cache;
  const v = { state, since: Date.now() };
  await meta.put({ k: 'connection', v });
  let read: ConnectionState['state'] | undefined;
  const watch = liveQuery(() => meta.get('connection')).subscribe((row) => {
    if (row?.k === 'connection') read = row.v.state;
  });
  await until(() => expect(read).toBe(state));
  watch.unsubscribe();
}

async function loseAndFind(): Promise<void> {
  await become('offline');
  await become('online');
}

/** Loses the connection and finds it again, until a screen that waits for it has asked. */
async function loseAndFindUntilAsked(): Promise<void> {
  const witness = openScreen();
  await witness.answer('offline');
  await loseAndFind();
  await witness.hasAsked(2);
  vi.advanceTimersByTime(10 * AGAIN_FIRST_MS);
  witness.unmount();
}

it('asks again when the server is reached again, until it has an answer', async () => {
  const screen = openScreen();
  await screen.answer('offline');
  await loseAndFind();
  await screen.hasAsked(2);
  await screen.answer();
  await loseAndFindUntilAsked();
  expect(screen.asked).toHaveLength(2);
});

it('asks again, too, when the server was reached before the failure came', async () => {
  const screen = openScreen();
  await loseAndFind();
  await screen.answer('timeout');
  await screen.hasAsked(2);
});

it('does not ask while nothing is known to have changed', async () => {
  await become('online');
  vi.advanceTimersByTime(1000);
  const screen = openScreen();
  await screen.answer('server');
  await become('unsure');
  vi.advanceTimersByTime(10 * AGAIN_FIRST_MS);
  expect(screen.asked).toHaveLength(1);
});

it('asks after growing pauses for what fails each time', async () => {
  const screen = openScreen();
  for (const times of [1, 2, 3, 4]) {
    await screen.hasAsked(times);
    await screen.answer('timeout');
    await loseAndFind();
  }
  await screen.hasAsked(5);
  const pauses = screen.asked
    .slice(1)
    .map((at, before) => at - (screen.asked[before] ?? 0));
  expect(pauses[0]).toBeLessThan(2 * AGAIN_FIRST_MS);
  for (const [again, pause] of pauses.slice(1).entries()) {
    expect(pause).toBeGreaterThanOrEqual(AGAIN_FIRST_MS * 2 ** again);
  }
});

it.each<FailureKind>(['forbidden', 'missing', 'refused'])(
  'does not ask again for what the server refused: %s',
  async (kind) => {
    const screen = openScreen();
    await screen.answer(kind);
    await loseAndFindUntilAsked();
    expect(screen.asked).toHaveLength(1);
  },
);

it('asks no more once the screen is left', async () => {
  const screen = openScreen();
  await screen.answer('offline');
  screen.unmount();
  await loseAndFindUntilAsked();
  expect(screen.asked).toHaveLength(1);
});
