import 'fake-indexeddb/auto';

import { beforeEach, describe, expect, it, vi } from 'vitest';

import {
  createObserver,
  updateObserver,
} from '@/data/observers/change-observers';
import { enqueue } from '@/data/outbox/change-ops';
import {
  exportOutbox,
  importOutbox,
  readOutboxFile,
} from '@/data/outbox/queue-file';
import { readTriage } from '@/data/triage/triage';
import { markThreads } from '@/data/triage/triage-marks';
import { closeDatabases, databases, deleteDatabases, openFor } from '@/db/open';
import { unseal } from '@/db/seal';
import { fingerprint } from '@/domain/outbox/fingerprint';
import type { Op } from '@/domain/outbox/op';
import { withoutSecrets } from '@/domain/outbox/op';
import { conflictOf } from '@/domain/outbox/conflict-view';
import { SETTLE_WINDOW_MS } from '@/domain/outbox/waits';

import { aFormInput, allKinds, opOf } from '../../support/ops';
import {
  aForm,
  anActor,
  anObserver,
  anObserverRow,
  aThreadRow,
} from '../../support/builders';
import { changed, goToAnotherDevice } from '../../support/queue-file';

vi.mock('@/workers/client', () => import('../../support/fake-sync'));

beforeEach(async () => {
  await deleteDatabases(anActor);
  openFor(anActor);
  return closeDatabases;
});

async function outbox(): Promise<Op[]> {
  return databases().intent.outbox.toArray();
}

function edit(id: number, name: string, pin = '') {
  const observer = anObserver({ id, phone: `07000000${id}` });
  return updateObserver(observer, { ...observer, name }, pin);
}

describe('a queue taken to another device', () => {
  it('arrives in its order, each change once, and is asked about before it is sent', async () => {
    await edit(41, 'Întâi');
    await edit(42, 'Apoi');
    await enqueue('notification.send', aNotification);
    const file = await exportOutbox();
    const before = await outbox();
    await goToAnotherDevice();

    expect(await importOutbox(file)).toEqual({
      ok: true,
      added: 3,
      skipped: 0,
      refused: 0,
      local: { triage: 0, calls: 0, plan: 0, views: 0 },
      withoutPin: 0,
    });
    const after = await outbox();
    expect(after.map(({ opId }) => opId)).toEqual(
      before.map(({ opId }) => opId),
    );
    expect(after.map(({ state }) => state)).toEqual([
      'unknown',
      'unknown',
      'needsConfirm',
    ]);
    expect(after.at(-1)?.failure).toEqual({ kind: 'takenOver' });
    expect(after.map(({ args }) => args)).toEqual(
      before.map(({ args }) => args),
    );

    expect(await importOutbox(file)).toMatchObject({ added: 0, skipped: 3 });
    expect(await outbox()).toHaveLength(3);
  });

  it('taken in by two tabs at once brings each change once', async () => {
    await edit(41, 'Întâi');
    await edit(42, 'Apoi');
    const file = await exportOutbox();
    await goToAnotherDevice();
    const both = await Promise.all([importOutbox(file), importOutbox(file)]);
    const counts = both.map((each) => each.ok && [each.added, each.skipped]);
    expect(counts).toContainEqual([2, 0]);
    expect(counts).toContainEqual([0, 2]);
    expect(await outbox()).toHaveLength(2);
  });

  it('brings nothing back that was sent or given up meanwhile', async () => {
    await edit(41, 'Trimis');
    await edit(42, 'Așteaptă');
    const file = await exportOutbox();
    const [first] = await outbox();
    await databases().intent.outbox.update(first?.seq ?? 0, { state: 'done' });

    expect(await importOutbox(file)).toMatchObject({ added: 0, skipped: 2 });
    expect((await outbox()).map(({ state }) => state)).toEqual([
      'done',
      'unknown',
    ]);
  });

  it('is asked about on this device, too, from the moment of the saving', async () => {
    await edit(41, 'Nume');
    await enqueue('notification.send', aNotification);
    await exportOutbox();
    const shared = 'saved';
    const failure = { kind: 'takenOver' };
    expect(await outbox()).toMatchObject([
      { state: 'unknown', nextAt: 0, shared, failure },
      { state: 'needsConfirm', shared, failure },
    ]);
  });

  it('says from which number on the server may have what it adds', async () => {
    const { cache, intent } = databases();
    await cache.observers.put(anObserverRow({ id: 60 }));
    await cache.forms.put(aForm({ id: 12 }));
    await createObserver({ name: 'Ana', phone: '0700000099' }, '1234');
    await enqueue('form.create', { id: -3, input: aFormInput() });
    await enqueue('form.create', { id: -4, input: aFormInput({ code: 'Z' }) });
    // One was sent before more forms were known.
    await intent.outbox.update(3, { highestKnownId: 11 });
    const numbers = (ops: Op[]) =>
      ops.map(({ highestKnownId }) => highestKnownId);
    const file = await exportOutbox();
    expect(numbers(await outbox())).toEqual([60, 12, 11]);
    await goToAnotherDevice();
    await importOutbox(file);
    expect(numbers(await outbox())).toEqual([60, 12, 11]);
  });

  it('is given to who has no room to note it', async () => {
    await edit(41, 'Nume');
    const full = new DOMException('full', 'QuotaExceededError');
    vi.spyOn(databases().intent.outbox, 'bulkPut').mockRejectedValue(full);
    const file = await exportOutbox();
    vi.restoreAllMocks();
    expect((await outbox())[0]).toMatchObject({ state: 'queued' });
    await goToAnotherDevice();
    expect(await importOutbox(file)).toMatchObject({ added: 1 });
  });

  it('leaves out what is over', async () => {
    await edit(41, 'Trimis');
    await databases().intent.outbox.toCollection().modify({ state: 'done' });
    const file = await exportOutbox();
    await goToAnotherDevice();
    expect(await importOutbox(file)).toMatchObject({ added: 0, skipped: 0 });
  });

  it('holds no PIN, and says which changes need theirs again', async () => {
    await createObserver({ name: 'Nouă', phone: '0700000043' }, '135790');
    await edit(41, 'Cu PIN', '246800');
    const file = await exportOutbox();
    const text = await file.text();
    expect(text).not.toMatch(/135790|246800|"pin"/);
    await goToAnotherDevice();

    expect(await importOutbox(file)).toMatchObject({ added: 2, withoutPin: 2 });
    for (const op of await outbox()) {
      expect(op).toMatchObject({
        state: 'rejected',
        failure: { kind: 'pinLost' },
      });
      // Tried again as it is, it must not go out without its PIN.
      const pin = 'pin' in op.args ? op.args.pin : undefined;
      expect(pin).toBeDefined();
      if (pin) expect(await unseal(databases().intent, pin)).toBe(undefined);
    }
  });

  it('keeps for a person what waited for one, with the reason', async () => {
    const { outbox: table } = databases().intent;
    const refused = { kind: 'refused', status: 400, detail: 'Nu' } as const;
    const gone = { kind: 'missing', status: 404 } as const;
    const expired = { kind: 'expired' } as const;
    await edit(41, 'Refuzat');
    await edit(42, 'Șters de alții');
    await enqueue('notification.send', aNotification);
    const [first, second, third] = await table.toArray();
    const parked = [
      { ...first, state: 'rejected', failure: refused, attempts: 1 },
      { ...second, state: 'conflict', failure: gone, attempts: 1 },
      { ...third, state: 'needsConfirm', failure: expired },
    ] as Op[];
    await table.bulkPut(parked);
    const file = await exportOutbox();
    await goToAnotherDevice();
    await importOutbox(file);
    const after = await outbox();
    expect(after.map(({ state, failure }) => ({ state, failure }))).toEqual([
      { state: 'rejected', failure: refused },
      { state: 'conflict', failure: gone },
      { state: 'needsConfirm', failure: expired },
    ]);
    expect(after[1] && conflictOf(after[1])).toEqual({
      kind: 'gone',
      as: 'observer',
    });
  });

  it('waits until what was on its way there can no longer arrive', async () => {
    const sentAt = Date.now() - 5_000;
    const on = {
      state: 'inflight',
      attempts: 1,
      sentAt,
      createdId: 7,
    } as const;
    const { outbox: table } = databases().intent;
    await enqueue('form.create', {
      id: -7,
      input: aFormInput({ code: 'Z' }),
    });
    await edit(41, 'Nu se dublează');
    await table.toCollection().modify(on);
    const file = await exportOutbox();
    await goToAnotherDevice();
    await importOutbox(file);
    expect(await outbox()).toMatchObject([
      // The row that the server made is known by its id, although others
      // changed it.
      {
        state: 'unknown',
        nextAt: sentAt + SETTLE_WINDOW_MS,
        sentAt,
        createdId: 7,
      },
      // An edit sent twice has the effect of once: it need not wait.
      { state: 'unknown', nextAt: 0, sentAt },
    ]);
  });

  it('knows what was created under a temporary number', async () => {
    await databases().intent.idMap.put({ id: -5, realId: 77 });
    await edit(41, 'Oricine');
    const file = await exportOutbox();
    await goToAnotherDevice();
    await importOutbox(file);
    expect(await databases().intent.idMap.get(-5)).toEqual({
      id: -5,
      realId: 77,
    });
  });

  it('is refused under another account', async () => {
    await edit(41, 'Al meu');
    const file = await exportOutbox();
    await goToAnotherDevice({ ...anActor, sub: 'altcineva@demo.org' });
    expect(await importOutbox(file)).toEqual({
      ok: false,
      reason: 'otherActor',
    });
    expect(await outbox()).toEqual([]);
  });

  it.each([
    ['no JSON at all', () => 'observator,telefon'],
    ['another JSON', () => '{"changes":[]}'],
    ['cut short', (text: string) => text.slice(0, -40)],
    ['edited by hand', (text: string) => text.replace('Al meu', 'Al altcuiva')],
    [
      'of another version',
      (text: string) => text.replace('"version": 1', '"version": 2'),
    ],
  ])('is refused when it is %s', async (_what, spoil) => {
    await edit(41, 'Al meu');
    const text = await (await exportOutbox()).text();
    await goToAnotherDevice();
    expect(await importOutbox(new Blob([spoil(text)]))).toEqual({
      ok: false,
      reason: 'unreadable',
    });
    expect(await outbox()).toEqual([]);
  });
});

/** The same file with other rows, as another version of the app would write it. */
async function withRows(
  file: Blob,
  change: (rows: Record<string, unknown>[]) => unknown[],
): Promise<Blob> {
  const { check: _, ...content } = JSON.parse(await file.text());
  const changed = { ...content, ops: change(content.ops) };
  const check = fingerprint(changed);
  return new Blob([JSON.stringify({ ...changed, check })]);
}

async function fates(file: Blob) {
  const preview = await readOutboxFile(file);
  if (!preview.ok) throw new Error(preview.reason);
  return preview.rows.map(({ place, is, kind }) => [place, is, kind]);
}

describe('a look into the file', () => {
  it('tells each change and what becomes of it, and keeps nothing', async () => {
    await edit(41, 'Aici și acolo');
    await edit(42, 'Numai acolo', '246800');
    const file = await exportOutbox();
    const [first] = await outbox();
    await goToAnotherDevice();
    if (first) await databases().intent.outbox.add(first);

    const preview = await readOutboxFile(file);
    expect(preview).toMatchObject({
      ok: true,
      rows: [
        { place: 1, is: 'known', hadPin: false },
        { place: 2, is: 'new', hadPin: true },
      ],
    });
    expect(await outbox()).toHaveLength(1);
  });

  it('holds a change that is in it twice for new only once', async () => {
    await edit(41, 'De două ori');
    const twice = await withRows(await exportOutbox(), (rows) => [
      ...rows,
      ...rows,
    ]);
    await goToAnotherDevice();
    expect(await fates(twice)).toEqual([
      [1, 'new', 'observer.update'],
      [2, 'known', 'observer.update'],
    ]);
    expect(await importOutbox(twice)).toMatchObject({ added: 1, skipped: 1 });
    expect(await outbox()).toHaveLength(1);
  });

  it('leaves out what belongs to somebody else', async () => {
    await edit(41, 'Al meu');
    await edit(42, 'Al altcuiva');
    const mixed = await withRows(await exportOutbox(), ([mine, other]) => [
      mine,
      { ...other, actor: 'altcineva' },
    ]);
    await goToAnotherDevice();
    expect((await fates(mixed)).map(([, is]) => is)).toEqual([
      'new',
      'otherActor',
    ]);
    expect(await importOutbox(mixed)).toMatchObject({ added: 1, refused: 1 });
  });

  it.each<[string, object, string | undefined]>([
    ['of a kind that is not known', { kind: 'observer.promote' }, undefined],
    ['of another version of its kind', { version: 9 }, 'observer.update'],
    ['without what it needs', { args: { id: 42 } }, 'observer.update'],
    [
      'with words where a number belongs',
      { args: { id: 'x', base: {}, patch: {} } },
      'observer.update',
    ],
    ['that is over', { state: 'done' }, 'observer.update'],
    ['without a name of its own', { opId: '' }, 'observer.update'],
  ])('names the row %s; the others are taken', async (_what, spoil, kind) => {
    await edit(41, 'Bun');
    await edit(42, 'Stricat');
    const spoilt = await withRows(await exportOutbox(), ([good, bad]) => [
      good,
      { ...bad, ...spoil },
    ]);
    await goToAnotherDevice();
    expect(await fates(spoilt)).toEqual([
      [1, 'new', 'observer.update'],
      [2, 'malformed', kind],
    ]);
    expect(await importOutbox(spoilt)).toMatchObject({ added: 1, refused: 1 });
  });

  it('reads what a file of version 1 names otherwise', async () => {
    await edit(41, 'Vechi');
    const { check: _, ...content } = JSON.parse(
      await (await exportOutbox()).text(),
    );
    const ops = [{ ...content.ops[0], round: 2, madeId: 41 }];
    const old = { ...content, version: 1, ops };
    const file = new Blob([
      JSON.stringify({ ...old, check: fingerprint(old) }),
    ]);
    await goToAnotherDevice();
    expect(await importOutbox(file)).toMatchObject({ added: 1 });
    const [op] = await outbox();
    expect(op).toMatchObject({ generation: 2, createdId: 41 });
  });

  it('reads every kind of change, with what was decided and replaced', async () => {
    const { outbox: table } = databases().intent;
    const theirs = {
      kind: 'observer',
      row: { name: 'A', phone: '1' },
    } as const;
    const { actor } = databases();
    for (const kind of allKinds) {
      const { seq: _, ...op } = opOf(kind, { actor, generation: 2, theirs });
      await table.add(op);
    }
    const before = (await table.toArray()).map(withoutSecrets);
    const file = await exportOutbox();
    await goToAnotherDevice();
    await importOutbox(file);
    const after = (await outbox()).map(withoutSecrets);
    expect(
      after.map(({ lane, args, generation, theirs }) => ({
        lane,
        args,
        generation,
        theirs,
      })),
    ).toEqual(
      before.map(({ lane, args, generation }) => ({
        lane,
        args,
        generation,
        theirs,
      })),
    );
  });

  it('of somebody else says so', async () => {
    await edit(41, 'Al meu');
    const file = await exportOutbox();
    await goToAnotherDevice({ ...anActor, sub: 'altcineva@demo.org' });
    expect(await readOutboxFile(file)).toEqual({
      ok: false,
      reason: 'otherActor',
    });
  });
});

describe('a file that was taken in before', () => {
  async function takenAt(file: Blob): Promise<number | undefined> {
    const preview = await readOutboxFile(file);
    return preview.ok ? preview.takenAt : undefined;
  }

  async function withoutId(file: Blob): Promise<Blob> {
    return changed(file, ({ id: _, ...content }) => content);
  }

  it('says when, on this device alone', async () => {
    await edit(41, 'Întâi');
    const file = await exportOutbox();
    expect(await takenAt(file)).toBeUndefined();
    await goToAnotherDevice();
    expect(await takenAt(file)).toBeUndefined();
    const before = Date.now();
    await importOutbox(file);
    const at = await takenAt(file);
    expect(at).toBeGreaterThanOrEqual(before);
    // Once more: it was taken in when it was taken in first.
    vi.spyOn(Date, 'now').mockReturnValue(before + 60_000);
    await importOutbox(file);
    vi.restoreAllMocks();
    expect(await takenAt(file)).toBe(at);
    expect(await outbox()).toHaveLength(1);
    await goToAnotherDevice();
    expect(await takenAt(file)).toBeUndefined();
    expect(await importOutbox(file)).toMatchObject({ added: 1 });
  });

  it('brings what is not here any more, and doubles nothing', async () => {
    await edit(41, 'Rămâne');
    await edit(42, 'Uitată după o săptămână');
    const file = await exportOutbox();
    await goToAnotherDevice();
    await importOutbox(file);
    const [, second] = await outbox();
    await databases().intent.outbox.delete(second?.seq ?? 0);
    expect(await readOutboxFile(file)).toMatchObject({
      takenAt: expect.any(Number),
      rows: [{ is: 'known' }, { is: 'new' }],
    });
    expect(await importOutbox(file)).toMatchObject({ added: 1, skipped: 1 });
    expect(await outbox()).toHaveLength(2);
  });

  it('is told from another one with the same changes', async () => {
    await edit(41, 'Întâi');
    const file = await exportOutbox();
    const other = await exportOutbox();
    await goToAnotherDevice();
    await importOutbox(file);
    expect(await takenAt(other)).toBeUndefined();
    expect(await importOutbox(other)).toMatchObject({ added: 0, skipped: 1 });
  });

  it('in two tabs at once is noted once, with each change once', async () => {
    await edit(41, 'Întâi');
    const file = await exportOutbox();
    await goToAnotherDevice();
    await Promise.all([importOutbox(file), importOutbox(file)]);
    const noted = await databases().intent.meta.get('takenFiles');
    expect(noted?.v).toHaveLength(1);
    expect(await outbox()).toHaveLength(1);
  });

  it('back on the first device brings nothing, and says so from then on', async () => {
    await edit(41, 'Întâi');
    const file = await exportOutbox();
    expect(await importOutbox(file)).toMatchObject({ added: 0, skipped: 1 });
    expect(await takenAt(file)).toBeDefined();
    expect(await outbox()).toHaveLength(1);
  });

  it('is not noted when nothing could be stored', async () => {
    await edit(41, 'Întâi');
    const file = await exportOutbox();
    await goToAnotherDevice();
    const { outbox: table } = databases().intent;
    vi.spyOn(table, 'bulkAdd').mockRejectedValue(new Error('broken'));
    await expect(importOutbox(file)).rejects.toThrow();
    vi.restoreAllMocks();
    expect(await takenAt(file)).toBeUndefined();
  });

  it('of an earlier version has no id: it is read, and never said to be known', async () => {
    await edit(41, 'Întâi');
    const file = await withoutId(await exportOutbox());
    await goToAnotherDevice();
    expect(await importOutbox(file)).toMatchObject({ added: 1 });
    expect(await importOutbox(file)).toMatchObject({ added: 0, skipped: 1 });
    expect(await takenAt(file)).toBeUndefined();
  });

  it('is forgotten with the outbox at a logout that deletes it', async () => {
    await edit(41, 'Întâi');
    const file = await exportOutbox();
    await importOutbox(file);
    closeDatabases();
    await deleteDatabases(anActor);
    openFor(anActor);
    expect(await takenAt(file)).toBeUndefined();
  });

  it('is refused where its id is no text', async () => {
    const file = await changed(await exportOutbox(), (content) => ({
      ...content,
      id: 7,
    }));
    expect(await readOutboxFile(file)).toMatchObject({ ok: false });
  });
});

describe('decisions taken to another device', () => {
  const noon = Date.UTC(2026, 10, 22, 12);

  async function notes(key = '41:7') {
    return (await readTriage()).get(key)?.map(({ note }) => note);
  }

  it('merge by time with those made there, both ways, and stay in the history', async () => {
    await markThreads(['41:7'], { state: 'inProgress', note: 'Prima' }, noon);
    await markThreads(
      ['41:7'],
      { state: 'resolved', note: 'A treia' },
      noon + 2,
    );
    const file = await exportOutbox();
    await goToAnotherDevice();
    await markThreads(
      ['41:7'],
      { state: 'falseAlarm', note: 'A doua' },
      noon + 1,
    );
    await markThreads(['42:7'], { state: 'resolved', note: 'Doar aici' }, noon);

    expect(await importOutbox(file)).toMatchObject({
      added: 0,
      local: { triage: 1 },
    });
    expect(await notes()).toEqual(['A treia', 'A doua', 'Prima']);
    expect(await notes('42:7')).toEqual(['Doar aici']);
    // Late or twice, it changes nothing any more.
    expect(await importOutbox(file)).toMatchObject({
      refused: 0,
      local: { triage: 0 },
    });
    expect(await notes()).toEqual(['A treia', 'A doua', 'Prima']);
  });

  it('are told before they are taken, with what will be in force and where', async () => {
    await markThreads(['41:7', '42:7'], { state: 'resolved', note: '' }, noon);
    const file = await exportOutbox();
    await goToAnotherDevice();
    await databases().cache.threads.put(aThreadRow({ list: 'urgent' }));
    await markThreads(['41:7'], { state: 'falseAlarm', note: '' }, noon + 1);

    expect(await readOutboxFile(file)).toMatchObject({
      ok: true,
      rows: [],
      local: {
        triage: [
          {
            place: 1,
            is: 'new',
            after: {
              history: [{ state: 'falseAlarm' }, { state: 'resolved' }],
            },
            thread: { pollingStationName: 'Alba Sebeș 12' },
          },
          {
            place: 2,
            is: 'new',
            after: { history: [{ state: 'resolved' }] },
            thread: undefined,
          },
        ],
      },
    });
    expect(await notes('42:7')).toBe(undefined);
  });

  it.each<[string, unknown]>([
    ['of a state that is not known', [{ state: 'archived' }]],
    ['with a note that is too long', [{ note: 'a'.repeat(281) }]],
    ['by nobody', [{ setBy: '' }]],
    ['without a time', [{ setAt: null }]],
    ['of which one mark alone cannot be read', [{}, { note: 7 }]],
    ['of a thread without marks', []],
    ['that is no list', 'nimic'],
  ])(
    'a row %s is refused with its place; the others are taken',
    async (_what, spoil) => {
      await markThreads(
        ['41:7', '42:7'],
        { state: 'resolved', note: '' },
        noon,
      );
      const good = { state: 'resolved', note: '', setBy: 'ana', setAt: noon };
      const history = Array.isArray(spoil)
        ? spoil.map((part: object) => ({ ...good, ...part }))
        : spoil;
      const file = await changed(await exportOutbox(), (content) => ({
        ...content,
        triage: [
          { key: '41:7', history },
          { key: '42:7', history: [good] },
        ],
      }));
      await goToAnotherDevice();
      expect(await readOutboxFile(file)).toMatchObject({
        local: {
          triage: [
            { place: 1, is: 'malformed' },
            { place: 2, is: 'new' },
          ],
        },
      });
      expect(await importOutbox(file)).toMatchObject({
        refused: 1,
        local: { triage: 1 },
      });
      expect([...(await readTriage()).keys()]).toEqual(['42:7']);
    },
  );

  it.each([1, 2])(
    'a file of version %i has none, and is read',
    async (version) => {
      await edit(41, 'Vechi');
      const file = await changed(
        await exportOutbox(),
        ({ triage: _, ...content }) => ({ ...content, version }),
      );
      await goToAnotherDevice();
      expect(await importOutbox(file)).toMatchObject({
        added: 1,
        local: { triage: 0 },
      });
    },
  );

  it('of somebody else are refused with the file', async () => {
    await markThreads(['41:7'], { state: 'resolved', note: '' }, noon);
    const file = await exportOutbox();
    await goToAnotherDevice({ ...anActor, sub: 'altcineva@demo.org' });
    expect(await importOutbox(file)).toEqual({
      ok: false,
      reason: 'otherActor',
    });
    expect(await readTriage()).toEqual(new Map());
  });

  it('are stored with the changes of the file or not at all', async () => {
    await edit(41, 'Împreună');
    await markThreads(['41:7'], { state: 'resolved', note: '' }, noon);
    const file = await exportOutbox();
    await goToAnotherDevice();
    vi.spyOn(databases().intent.triage, 'bulkPut').mockImplementation(() => {
      throw new Error('The disk is full');
    });
    await expect(importOutbox(file)).rejects.toThrow('full');
    expect(await outbox()).toEqual([]);
  });
});

const aNotification = {
  id: -9,
  title: 'Atenție',
  message: 'Urna',
  recipients: [41],
  recipientCount: 1,
  expiresAt: 0,
};
