import 'fake-indexeddb/auto';

import { Dexie } from 'dexie';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import type { DatabaseTrouble } from '@/db/open';
import {
  closeDatabases,
  deleteDatabases,
  isClosedError,
  onDatabaseTrouble,
  openFor,
} from '@/db/open';

import { anActor, anOp } from '../support/builders';

/** Events of the page, which this thread does not have. */
let page = new EventTarget();
let troubles: DatabaseTrouble[] = [];

function inBrowserOf(vendor: string): void {
  vi.stubGlobal('navigator', { vendor });
}

beforeEach(async () => {
  await deleteDatabases(anActor);
  page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  troubles = [];
  const forget = onDatabaseTrouble((trouble) => troubles.push(trouble));
  return () => {
    forget();
    closeDatabases();
  };
});

afterEach(() => vi.unstubAllGlobals());

/** Begins to store a change and leaves the page before all of it is stored. */
async function leaveWhileStoring() {
  const { intent } = openFor(anActor);
  await intent.open();
  const stored = intent.transaction('rw', intent.outbox, async () => {
    await intent.outbox.add(anOp({ opId: 'first' }));
    page.dispatchEvent(new Event('pagehide'));
    await intent.outbox.add(anOp({ opId: 'second', seq: 2 }));
  });
  return { intent, stored };
}

it('a page of WebKit that is left ends its transactions, and begins no others', async () => {
  inBrowserOf('Apple Computer, Inc.');
  const { intent, stored } = await leaveWhileStoring();
  await expect(stored).rejects.toThrow();
  await expect(intent.outbox.count()).rejects.toSatisfy(isClosedError);
  expect(troubles).toEqual([]);

  const next = await new Dexie(intent.name).open();
  expect(await next.table('outbox').count()).toBe(0);
  next.close();
});

it('elsewhere the browser does so, and what it lets through is stored', async () => {
  inBrowserOf('Google Inc.');
  const { intent, stored } = await leaveWhileStoring();
  await stored;
  expect(await intent.outbox.count()).toBe(2);
});
