import { Dexie } from 'dexie';
import { vi } from 'vitest';

import { databases } from '@/db/open';

import { deferred } from './deferred';

export interface HeldWrites {
  /** The device stores what waits, and everything after it. */
  release: () => void;
  /** The device refuses what waits, and stores what comes after it. */
  refuse: () => void;
}

/**
 * From here on the device takes so many writes of the user's own work, and no
 * further one: a browser that is killed after the last.
 */
export function endWritesAfter(count: number): void {
  const { intent } = databases();
  const transaction = intent.transaction.bind(intent);
  let left = count;
  vi.spyOn(intent, 'transaction').mockImplementation(
    (...[mode, ...rest]: Parameters<typeof transaction>) => {
      if (mode !== 'rw') return transaction(mode, ...rest);
      left -= 1;
      return left < 0
        ? Dexie.Promise.reject(new Error('The browser is gone'))
        : transaction(mode, ...rest);
    },
  );
}

/** From here on a write of the user's own work waits: a storage that answers late. */
export function holdWrites(): HeldWrites {
  const { intent } = databases();
  const gate = deferred<void>();
  const transaction = intent.transaction.bind(intent);
  const held = vi
    .spyOn(intent, 'transaction')
    .mockImplementation((...[mode, ...rest]: Parameters<typeof transaction>) =>
      mode === 'rw'
        ? Dexie.Promise.resolve(gate.promise).then(() =>
            transaction(mode, ...rest),
          )
        : transaction(mode, ...rest),
    );
  return {
    release() {
      held.mockRestore();
      gate.resolve();
    },
    refuse() {
      held.mockRestore();
      gate.reject(new Error('The device is full'));
    },
  };
}
