import 'fake-indexeddb/auto';

import { beforeEach, expect, it, vi } from 'vitest';

import { sendNotification, undoNotification } from '@/data/notifications';
import {
  createObserver,
  deleteObserver,
  updateObserver,
} from '@/data/observers/change-observers';
import { exportOutbox, importOutbox } from '@/data/outbox/queue-file';
import { resolveConflict } from '@/data/outbox/resolve-conflict';
import { markThreads } from '@/data/triage/triage-marks';
import { closeDatabases, databases, deleteDatabases, openFor } from '@/db/open';
import type { Op } from '@/domain/outbox/op';

import { anActor, anObserver } from '../../support/builders';

vi.mock('@/workers/client', () => import('../../support/fake-sync'));

beforeEach(async () => {
  await deleteDatabases(anActor);
  openFor(anActor);
  return closeDatabases;
});

const ana = anObserver({ id: 41, name: 'Ana' });
const input = { name: 'Ana Pop', phone: '0700000099' };
const message = { title: 'Titlu', message: 'Text', recipientCount: 3 };

async function firstOp(): Promise<Op> {
  const op = await databases().intent.outbox.toCollection().first();
  if (!op) throw new Error('Nothing is stored');
  return op;
}

/** An addition that was refused: it is not joined with what follows. */
async function refusedAddition(): Promise<Op> {
  await createObserver(input, '1234');
  const op = { ...(await firstOp()), state: 'rejected', attempts: 1 } as Op;
  await databases().intent.outbox.put(op);
  return op;
}

/** Each prepares what it needs and returns the change to be watched. */
const changes: Record<string, () => Promise<() => Promise<unknown>>> = {
  'a new observer': async () => () => createObserver(input, '1234'),
  'a new PIN': async () => () => updateObserver(ana, ana, '9876'),
  'another phone for an addition': async () => {
    const { args } = await refusedAddition();
    return () => updateObserver({ ...ana, id: args.id }, input);
  },
  'an addition taken back': async () => {
    const { args } = await refusedAddition();
    return () => deleteObserver({ ...ana, id: args.id });
  },
  'a message taken back': async () => {
    const id = await sendNotification(message);
    return () => undoNotification(id);
  },
  'a corrected addition': async () => {
    const op = await refusedAddition();
    return () => resolveConflict(op, { to: 'correct', input, pin: '9876' });
  },
  'a decision about a report': async () => () =>
    markThreads(['41:7'], { state: 'resolved', note: '' }),
  'the queue of another device': async () => {
    await createObserver(input, '1234');
    const file = await exportOutbox();
    await databases().intent.outbox.clear();
    return () => importOutbox(file);
  },
};

function asksBeforeReload(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
}

it.each(Object.entries(changes))(
  '%s: the browser asks before a reload from the confirmation until it is stored',
  async (_name, prepare) => {
    const change = await prepare();
    expect(asksBeforeReload()).toBe(false);
    const stored = change().then(() => 'stored');
    const turn = async () => {
      expect(asksBeforeReload()).toBe(true);
      return new Promise((resolve) => setImmediate(resolve));
    };
    while ((await Promise.race([stored, turn()])) !== 'stored');
    expect(asksBeforeReload()).toBe(false);
  },
);
