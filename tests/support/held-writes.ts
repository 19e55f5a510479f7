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
