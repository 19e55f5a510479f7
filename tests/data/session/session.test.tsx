import 'fake-indexeddb/auto';

import { renderHook } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

import { defaultConfig, TOKEN_KEY } from '@/config';
import { useFirstHead } from '@/data/live/first-head';
import { useLastShown } from '@/data/live/last-screen';
import { beginSession, endSession } from '@/data/session/session';
import type { FirstHead } from '@/domain/answers/first-head';

import { aThread, anActor } from '../../support/builders';
import { deferred } from '../../support/deferred';
import { sync } from '../../support/fake-sync';

vi.mock('@/workers/client', () => import('../../support/fake-sync'));

const head: FirstHead = {
  list: 'all',
  threads: [aThread()],
  total: 1,
  asOf: 1,
};

beforeEach(() => localStorage.clear());

/** Begins a session and gives what the worker tells its first list with. */
function begin(actor = anActor) {
  const session = { token: 'token', actor, config: defaultConfig };
  beginSession(
    { ...session, firstList: 'all' },
    () => {},
    () => {},
    () => {},
  );
  const tell = sync.start.mock.lastCall?.[3];
  if (!tell) throw new Error('The worker was not started');
  return tell;
}

const shown = () => renderHook(useFirstHead).result.current;

it('shows the first list that the server answered, and takes it away with the session', async () => {
  const tell = begin();
  tell(head);
  expect(shown()).toBe(head);
  await endSession(Promise.resolve());
  expect(shown()).toBeUndefined();
});

it('never shows it to the next user, however late it is told', async () => {
  const tell = begin();
  const stopping = deferred<undefined>();
  sync.stop.mockImplementation(() => stopping.promise);
  const ended = endSession(new Promise(() => {}));
  tell(head);
  stopping.resolve(undefined);
  await ended;
  begin();
  expect(shown()).toBeUndefined();
  tell(head);
  expect(shown()).toBeUndefined();
  await endSession(Promise.resolve());
});

it('draws what the last screen showed for the same role alone', async () => {
  localStorage.setItem(TOKEN_KEY, 'token');
  const lastShown = (live?: string) =>
    renderHook(() => useLastShown('rows', 'all', live, () => true)).result
      .current;
  const hide = vi.spyOn(document, 'visibilityState', 'get');
  begin();
  lastShown('all NGOs');
  hide.mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  await endSession(Promise.resolve());
  begin();
  expect(lastShown()).toBe('all NGOs');
  await endSession(Promise.resolve());
  begin({ ...anActor, organizer: false });
  expect(lastShown()).toBeUndefined();
  await endSession(Promise.resolve());
});
