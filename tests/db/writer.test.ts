import 'fake-indexeddb/auto';

import { beforeEach, describe, expect, it, vi } from 'vitest';

import { saveDraft } from '@/data/drafts/drafts';
import { checkIn } from '@/data/outbox/unsent';
import { watchWork } from '@/data/outbox/unsent-watch';
import { updateObserver } from '@/data/observers/change-observers';
import { cancelOp } from '@/data/outbox/change-ops';
import { closeDatabases, databases, deleteDatabases, openFor } from '@/db/open';
import {
  pauseWrites,
  resumeWrites,
  StaleBuildError,
  WRITER_VERSION,
  WritesPausedError,
} from '@/db/writer';
import { emptyForm } from '@/domain/forms/editing';
import { opKinds } from '@/domain/outbox/kinds';

import { anActor, anObserver } from '../support/builders';
import { countDatabaseTraffic } from '../support/database-traffic';

vi.mock('@/workers/client', () => import('../support/fake-sync'));

beforeEach(async () => {
  await deleteDatabases(anActor);
  openFor(anActor);
  return () => {
    resumeWrites();
    closeDatabases();
  };
});

function save() {
  const observer = anObserver();
  return updateObserver(observer, { ...observer, name: 'Alt Nume' });
}

function beNewer() {
  const { meta } = databases().intent;
  return meta.put({ k: 'minWriterVersion', v: WRITER_VERSION + 1 });
}

describe('a page that checks in', () => {
  it('shuts older builds out and gives a new outbox its name, once', async () => {
    const { traffic, begin } = countDatabaseTraffic();
    const first = await checkIn();
    expect(first).toMatchObject({ unsent: 0, isStale: false });
    expect(first.instance).toMatch(/^[\da-f-]{36}$/);
    const { meta } = databases().intent;
    expect((await meta.get('minWriterVersion'))?.v).toBe(WRITER_VERSION);
    // From then on it holds up nobody: the transaction is one that reads.
    begin();
    expect(await checkIn()).toEqual(first);
    expect(traffic()).toMatchObject({ transactions: 1, commits: 0 });
  });

  it('may only read when a newer build was here', async () => {
    await save();
    await beNewer();
    const [op] = await databases().intent.outbox.toArray();
    expect(await checkIn()).toMatchObject({ unsent: 1, isStale: true });
    const { meta } = databases().intent;
    expect((await meta.get('minWriterVersion'))?.v).toBe(WRITER_VERSION + 1);

    await expect(save()).rejects.toThrow(StaleBuildError);
    const draft = { draftKey: 'form:new', input: emptyForm(1) } as const;
    await expect(saveDraft(draft)).rejects.toThrow(StaleBuildError);
    if (!op) throw new Error('Nothing was enqueued');
    await expect(cancelOp(op)).rejects.toThrow(StaleBuildError);
    expect(await databases().intent.outbox.toArray()).toEqual([op]);
  });

  it('hears at once of a newer build in another tab, and of an emptied outbox', async () => {
    const { instance } = await checkIn();
    const seen: unknown[] = [];
    const forget = watchWork((work) => seen.push(work));
    await save();
    await vi.waitFor(() =>
      expect(seen).toContainEqual({ instance, unsent: 1, isStale: false }),
    );
    await beNewer();
    await vi.waitFor(() =>
      expect(seen).toContainEqual({ instance, unsent: 1, isStale: true }),
    );
    await databases().intent.meta.clear();
    await vi.waitFor(() =>
      expect(seen.at(-1)).toMatchObject({ instance: undefined }),
    );
    forget();
  });
});

describe('a page that makes ready for an update', () => {
  it('takes no change but still keeps drafts, until it is called off', async () => {
    pauseWrites();
    await expect(save()).rejects.toThrow(WritesPausedError);
    await saveDraft({ draftKey: 'form:new', input: emptyForm(1) });
    expect(await databases().intent.drafts.count()).toBe(1);
    resumeWrites();
    await save();
    expect(await databases().intent.outbox.count()).toBe(1);
  });
});

/** The kinds of change that builds of each version of the writer can send. */
const KINDS_OF_WRITERS: Record<number, string> = {
  2: `observer.create observer.update observer.delete form.create form.update form.publish
    form.delete notification.send county.create county.update`,
};

it('has a version of its own for each set of kinds: an older build cannot send a newer kind', () => {
  // A kind is new? Then WRITER_VERSION is raised, and a line says what it knows.
  expect(KINDS_OF_WRITERS[WRITER_VERSION]?.split(/\s+/)).toEqual(
    Object.keys(opKinds),
  );
});
