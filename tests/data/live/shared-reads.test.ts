import 'fake-indexeddb/auto';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { createSharedReads } from '@/data/live/shared-reads';
import { closeDatabases, openFor } from '@/db/open';

import { anActor } from '../../support/builders';

beforeEach(() => void openFor(anActor));

afterEach(closeDatabases);

it('finds the newest result until the undo is called', () => {
  const reads = createSharedReads<string>();
  reads.share('forms', 'older');
  const undo = reads.share('forms', 'newer');
  expect(reads.find('forms')).toBe('newer');
  undo();
  expect(reads.find('forms')).toBe('older');
  expect(reads.find('calls')).toBe(undefined);
});

it('finds nothing, and is no error, once the databases are closed', () => {
  const reads = createSharedReads<string>();
  reads.share('forms', 'of a user');
  closeDatabases();
  expect(reads.find('forms')).toBe(undefined);
  expect(reads.find('calls')).toBe(undefined);
});

it('gives nothing of one user to the next', () => {
  const reads = createSharedReads<string>();
  reads.share('forms', 'of a user');
  openFor({ ...anActor, sub: 'someone-else' });
  expect(reads.find('forms')).toBe(undefined);
});
