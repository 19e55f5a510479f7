import 'fake-indexeddb/auto';

import { renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { defaultConfig } from '@/config';
import { useFirstHead } from '@/data/live/first-head';
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

/** Begins a session and gives what the worker tells its first list with. */
function begin() {
  const session = { token: 'token', actor: anActor, config: defaultConfig };
  beginSession(
    { ...session, firstList: 'all' },
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
