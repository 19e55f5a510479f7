import { cleanup } from '@testing-library/react';
import { beforeEach } from 'vitest';

import { databases, deleteDatabases, openFor } from '@/db/open';

import { anActor } from './builders';

/** Gives each test of hooks, which draws no page, fresh databases of `anActor`. */
export function prepareDatabases(): void {
  beforeEach(async () => {
    await deleteDatabases(anActor);
    openFor(anActor);
    return () => {
      cleanup();
      databases().cache.close();
      databases().intent.close();
      openFor({ ...anActor, sub: 'nobody' });
    };
  });
}
