import { beforeEach, expect, it, vi } from 'vitest';

import { joinTabs } from '@/app/update/tabs';
import { appUpdate, joinUpdates } from '@/app/update/update';

import { installLocks } from '../../support/locks';

const reload = vi.fn();

beforeEach(() => {
  installLocks();
  vi.spyOn(location, 'reload').mockImplementation(reload);
});

it('a tab whose sync was stopped for an update starts again when a later round is called off', async () => {
  joinUpdates();
  const handlers = {
    onPrepare: async () => true,
    onLeave: () => {},
    onRelease: () => {},
  };
  const asking = joinTabs(handlers);
  expect(await asking.prepare()).toEqual({ silent: 0, unready: 0 });
  asking.leave();
  await vi.waitFor(() => expect(appUpdate.state).toBe('leaving'));

  // The newer build did not take over, and the tab that asked is told to try again.
  await asking.prepare();
  expect(reload).not.toHaveBeenCalled();
  asking.release();
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  asking.close();
});
