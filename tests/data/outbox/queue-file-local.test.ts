import 'fake-indexeddb/auto';

import * as fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { updateObserver } from '@/data/observers/change-observers';
import {
  exportOutbox,
  importOutbox,
  readOutboxFile,
} from '@/data/outbox/queue-file';
import { markThreads } from '@/data/triage/triage-marks';
import type { CallRow, PlanRow, TriageRow } from '@/db/intent';
import {
  closeDatabases,
  databases,
  deleteCache,
  deleteDatabases,
  openFor,
} from '@/db/open';
import { stable } from '@/domain/outbox/fingerprint';
import type { CallLog, CallOutcome } from '@/domain/calls/call';
import {
  addCall,
  CALL_LOG_MAX,
  CALL_NOTE_MAX,
  CALL_OUTCOMES,
  mergeCalls,
} from '@/domain/calls/call';
import { mergeMarks, TRIAGE_STATES } from '@/domain/triage/triage';
import type { SavedView } from '@/domain/views/saved-view';
import { VIEW_NAME_MAX } from '@/domain/views/saved-view';

import { anActor, anObserver, anObserverRow } from '../../support/builders';
import { enqueueOp, mutations } from '../../support/ops';
import {
  aCall,
  aCallRow,
  aPlanRow,
  aSavedView,
} from '../../support/local-work';
import { changed, goToAnotherDevice } from '../../support/queue-file';

vi.mock('@/workers/client', () => import('../../support/fake-sync'));

beforeEach(async () => {
  await deleteDatabases(anActor);
  openFor(anActor);
  return () => {
    vi.restoreAllMocks();
    closeDatabases();
  };
});

interface Device {
  triage: TriageRow[];
  calls: CallRow[];
  plan: PlanRow[];
  views: SavedView[];
  ids: { id: number; realId: number }[];
}

async function lay(device: Partial<Device>) {
  const { triage, calls, plan, views, idMap } = databases().intent;
  await triage.bulkPut(device.triage ?? []);
  await calls.bulkPut(device.calls ?? []);
  await plan.bulkPut(device.plan ?? []);
  await views.bulkPut(device.views ?? []);
  await idMap.bulkPut(device.ids ?? []);
}

async function look(): Promise<Device> {
  const { triage, calls, plan, views, idMap } = databases().intent;
  return {
    triage: await triage.toArray(),
    calls: await calls.toArray(),
    plan: await plan.toArray(),
    views: await views.toArray(),
    ids: await idMap.toArray(),
  };
}

/** The file of a device that has this. */
async function fileOf(device: Partial<Device>): Promise<Blob> {
  await goToAnotherDevice();
  await lay(device);
  return exportOutbox();
}

const mark = { state: 'resolved', note: '', setBy: 'ana', setAt: 5 } as const;
const everything: Partial<Device> = {
  triage: [{ key: '41:7', history: [mark] }],
  calls: [
    aCallRow({
      log: [
        aCall({ calledAt: 9 }),
        aCall({ outcome: 'noAnswer', note: 'Ocupat', calledAt: 4 }),
      ],
    }),
    aCallRow({ observerId: 42 }),
  ],
  plan: [
    aPlanRow({
      lines: [
        { phone: '0700000041', county: 'CJ', station: 7, from: 1, to: 9 },
        { phone: '0700000042', county: 'AB', station: 1 },
      ],
    }),
  ],
  views: [aSavedView(), aSavedView({ id: 'v-2', isDeleted: true })],
};
const local = { triage: 1, calls: 2, plan: 1, views: 2 };
const none = { triage: 0, calls: 0, plan: 0, views: 0 };

describe('what belongs to a device, taken to another one', () => {
  it('arrives whole, with the changes, and changes nothing the second time', async () => {
    await lay(everything);
    const observer = anObserver();
    await updateObserver(observer, { ...observer, name: 'Alt Nume' });
    const before = await look();
    const file = await exportOutbox();
    await goToAnotherDevice();

    expect(await importOutbox(file)).toMatchObject({
      ok: true,
      added: 1,
      refused: 0,
      local,
    });
    expect(await look()).toEqual(before);
    expect(await importOutbox(file)).toMatchObject({
      added: 0,
      skipped: 1,
      refused: 0,
      local: none,
    });
    expect(await look()).toEqual(before);
  });

  it('makes two devices equal, whatever they had and in whatever order the files come', async () => {
    await fc.assert(
      fc.asyncProperty(
        someDevice,
        someDevice,
        fc.boolean(),
        async (one, other, isFirst) => {
          const files = { one: await fileOf(one), other: await fileOf(other) };
          const [early, late] = isFirst
            ? [files.one, files.other]
            : [files.other, files.one];
          await goToAnotherDevice();
          await lay(isFirst ? one : other);
          await importOutbox(late);
          await importOutbox(early);
          const here = comparable(await look());

          await goToAnotherDevice();
          await lay(isFirst ? other : one);
          await importOutbox(early);
          expect(comparable(await look())).toEqual(here);

          // A third device, empty, that gets the older files one after the other.
          await goToAnotherDevice();
          await importOutbox(late);
          await importOutbox(early);
          await importOutbox(late);
          expect(comparable(await look())).toEqual(here);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('of somebody else is refused with the file, and never seen', async () => {
    const file = await fileOf(everything);
    const other = { ...anActor, sub: 'altcineva@demo.org' };
    closeDatabases();
    await deleteDatabases(other);
    openFor(other);
    expect(await look()).toEqual(empty);
    const refused = { ok: false, reason: 'otherActor' };
    expect(await readOutboxFile(file)).toEqual(refused);
    expect(await importOutbox(file)).toEqual(refused);
    expect(await look()).toEqual(empty);
    closeDatabases();
    await deleteDatabases(other);
  });

  it('stays when the copy of the server is deleted and made again', async () => {
    await lay(everything);
    const before = await look();
    closeDatabases();
    await deleteCache(anActor);
    openFor(anActor);
    expect(await look()).toEqual(before);
  });
});

/** A log of so many calls, one each millisecond. */
function callsUntil(count: number, outcome: CallOutcome): CallLog {
  let log: CallLog = [];
  for (let at = 1; at <= count; at += 1) {
    log = addCall(log, { outcome, note: '', calledBy: 'ana' }, at);
  }
  return log;
}

const empty: Device = { triage: [], calls: [], plan: [], views: [], ids: [] };

describe('of two devices', () => {
  it('all calls to an observer stay, newest first', async () => {
    const file = await fileOf({
      calls: [
        aCallRow({ log: [aCall({ calledAt: 3 }), aCall({ calledAt: 1 })] }),
      ],
    });
    await goToAnotherDevice();
    await lay({
      calls: [
        aCallRow({ log: [aCall({ calledAt: 2 }), aCall({ calledAt: 1 })] }),
      ],
    });
    expect(await importOutbox(file)).toMatchObject({ local: { calls: 1 } });
    const [row] = (await look()).calls;
    expect(row?.log.map(({ calledAt }) => calledAt)).toEqual([3, 2, 1]);
  });

  it('the newest calls stay, when they are more than are remembered', async () => {
    const file = await fileOf({
      calls: [aCallRow({ log: callsUntil(CALL_LOG_MAX, 'reached') })],
    });
    await goToAnotherDevice();
    await lay({ calls: [aCallRow({ log: callsUntil(9, 'noAnswer') })] });
    expect(await importOutbox(file)).toMatchObject({ local: { calls: 1 } });
    const [row] = (await look()).calls;
    expect(row?.log).toHaveLength(CALL_LOG_MAX);
    expect(row?.log[0]?.calledAt).toBe(CALL_LOG_MAX);
    expect(await importOutbox(file)).toMatchObject({ local: { calls: 0 } });
  });

  it.each([
    ['later', 'new', 'theirs.csv'],
    ['earlier', 'older', 'mine.csv'],
    ['at the same moment, equal', 'known', 'mine.csv'],
  ])(
    'a plan imported %s than the one here is %s',
    async (when, is, fileName) => {
      const mine = aPlanRow({ fileName: 'mine.csv', importedAt: 5 });
      const theirs =
        is === 'known'
          ? mine
          : aPlanRow({
              fileName: 'theirs.csv',
              importedAt: when === 'later' ? 6 : 4,
            });
      const file = await fileOf({ plan: [theirs] });
      await goToAnotherDevice();
      await lay({ plan: [mine] });
      expect(await readOutboxFile(file)).toMatchObject({
        local: { plan: [{ place: 1, is, before: mine, after: { fileName } }] },
      });
      await importOutbox(file);
      expect(await look()).toMatchObject({ plan: [{ fileName }] });
    },
  );

  it('a device without a plan keeps its own, and one is brought to it', async () => {
    const without = await fileOf({ views: [aSavedView()] });
    const file = await fileOf({ plan: [aPlanRow()] });
    expect(await importOutbox(without)).toMatchObject({ local: { plan: 0 } });
    expect((await look()).plan).toEqual([aPlanRow()]);
    await goToAnotherDevice();
    expect(await importOutbox(file)).toMatchObject({ local: { plan: 1 } });
    expect((await look()).plan).toEqual([aPlanRow()]);
  });

  it('the later change of a view counts, also when it deletes', async () => {
    const file = await fileOf({
      views: [
        aSavedView({ id: 'a', name: 'Nou', changedAt: 2 }),
        aSavedView({ id: 'b', name: 'Vechi', changedAt: 1 }),
        aSavedView({ id: 'c', changedAt: 2, isDeleted: true }),
        aSavedView({ id: 'd', name: 'Doar acolo' }),
      ],
    });
    await goToAnotherDevice();
    await lay({
      views: [
        aSavedView({ id: 'a', name: 'Vechi', changedAt: 1 }),
        aSavedView({ id: 'b', name: 'Nou', changedAt: 2 }),
        aSavedView({ id: 'c', changedAt: 1 }),
      ],
    });
    const preview = await readOutboxFile(file);
    expect(preview.ok && preview.local.views.map(({ is }) => is)).toEqual([
      'new',
      'older',
      'new',
      'new',
    ]);
    expect(await importOutbox(file)).toMatchObject({ local: { views: 3 } });
    const { views } = await look();
    expect(
      views.map(({ id, name, isDeleted = false }) => [id, name, isDeleted]),
    ).toEqual([
      ['a', 'Nou', false],
      ['b', 'Nou', false],
      ['c', 'Cluj', true],
      ['d', 'Doar acolo', false],
    ]);
  });
});

describe('calls to an observer who was added on a device', () => {
  const early = aCall({ calledAt: 1 });
  const late = aCall({ calledAt: 2 });

  it('travel under the temporary number with the addition, which names them', async () => {
    await enqueueOp(
      'observer.create',
      { actor: databases().actor },
      {
        ...mutations['observer.create'],
        id: -5,
        pin: undefined,
      },
    );
    await lay({ calls: [aCallRow({ observerId: -5 })] });
    const file = await exportOutbox();
    await goToAnotherDevice();
    expect(await readOutboxFile(file)).toMatchObject({
      local: { calls: [{ is: 'new', observer: 'Corina Stancuta' }] },
    });
    await importOutbox(file);
    expect((await look()).calls).toEqual([aCallRow({ observerId: -5 })]);
  });

  it('are found under the number that the server gave since', async () => {
    const file = await fileOf({
      ids: [{ id: -5, realId: 77 }],
      calls: [aCallRow({ observerId: -5, log: [late] })],
    });
    await goToAnotherDevice();
    await lay({ calls: [aCallRow({ observerId: 77, log: [early] })] });
    await databases().cache.observers.put(
      anObserverRow({ id: 77, name: 'Ana Pop' }),
    );
    expect(await readOutboxFile(file)).toMatchObject({
      local: {
        calls: [{ is: 'new', observer: 'Ana Pop', after: { observerId: 77 } }],
      },
    });
    expect(await importOutbox(file)).toMatchObject({ local: { calls: 1 } });
    const expected = [aCallRow({ observerId: 77, log: [late, early] })];
    expect((await look()).calls).toEqual(expected);
    expect(await importOutbox(file)).toMatchObject({ local: { calls: 0 } });
    expect((await look()).calls).toEqual(expected);
  });

  it('move here, too, when the file is the first to know that number', async () => {
    const file = await fileOf({
      ids: [{ id: -5, realId: 77 }],
      calls: [aCallRow({ observerId: 77, log: [early] })],
    });
    await goToAnotherDevice();
    await lay({
      calls: [
        aCallRow({ observerId: -5, log: [late] }),
        aCallRow({ observerId: -6, log: [late] }),
      ],
    });
    await importOutbox(file);
    expect((await look()).calls).toEqual([
      aCallRow({ observerId: -6, log: [late] }),
      aCallRow({ observerId: 77, log: [late, early] }),
    ]);
  });
});

describe('a row of the file', () => {
  const aLine = aPlanRow().lines[0];

  it.each<[keyof typeof none, string, unknown]>([
    ['calls', 'without a number', { ...aCallRow(), observerId: 'x' }],
    ['calls', 'with half a number', { ...aCallRow(), observerId: 4.5 }],
    ['calls', 'without calls', { ...aCallRow(), log: [] }],
    [
      'calls',
      'one of whose calls cannot be read',
      { ...aCallRow(), log: [aCall(), { ...aCall(), outcome: 'texted' }] },
    ],
    [
      'calls',
      'with a note that is too long',
      { ...aCallRow(), log: [aCall({ note: 'a'.repeat(CALL_NOTE_MAX + 1) })] },
    ],
    ['calls', 'that is nothing', null],
    ['views', 'without a name', { ...aSavedView(), name: ' ' }],
    [
      'views',
      'with a name that is too long',
      aSavedView({ name: 'a'.repeat(VIEW_NAME_MAX + 1) }),
    ],
    ['views', 'without a time', { ...aSavedView(), changedAt: '10:20' }],
    ['views', 'that is a text', 'Cluj'],
  ])(
    'of %s %s is refused with its place; the others are taken',
    async (kind, _what, bad) => {
      const good = {
        calls: aCallRow({ observerId: 43 }),
        views: aSavedView({ id: 'good' }),
      };
      const file = await changed(await fileOf({}), (content) => ({
        ...content,
        calls: [good.calls],
        views: [good.views],
        [kind]: [bad, kind === 'calls' ? good.calls : good.views],
      }));
      await goToAnotherDevice();
      expect(await readOutboxFile(file)).toMatchObject({
        local: {
          [kind]: [
            { place: 1, is: 'malformed' },
            { place: 2, is: 'new' },
          ],
        },
      });
      expect(await importOutbox(file)).toMatchObject({
        refused: 1,
        local: { ...none, calls: 1, views: 1 },
      });
      expect(await look()).toEqual({
        ...empty,
        calls: [good.calls],
        views: [good.views],
      });
    },
  );

  it.each([
    [
      'with a line that cannot be read',
      { lines: [aLine, { ...aLine, station: 'VII' }] },
    ],
    ['without lines', { lines: [] }],
    ['without a time', { importedAt: null }],
  ])('that is a plan %s is refused as a whole', async (_what, spoil) => {
    const file = await changed(
      await fileOf({ calls: [aCallRow()] }),
      (content) => ({ ...content, plan: [{ ...aPlanRow(), ...spoil }] }),
    );
    await goToAnotherDevice();
    await lay({ plan: [aPlanRow({ importedAt: 0 })] });
    expect(await readOutboxFile(file)).toMatchObject({
      local: { plan: [{ place: 1, is: 'malformed' }] },
    });
    expect(await importOutbox(file)).toMatchObject({
      refused: 1,
      local: { calls: 1, plan: 0 },
    });
    expect((await look()).plan).toEqual([aPlanRow({ importedAt: 0 })]);
  });

  it('about what a row before it is about is merged with that one', async () => {
    const file = await changed(await fileOf({}), (content) => ({
      ...content,
      calls: [
        aCallRow(),
        aCallRow(),
        aCallRow({ log: [aCall({ note: 'Altul' })] }),
      ],
    }));
    await goToAnotherDevice();
    const preview = await readOutboxFile(file);
    expect(preview.ok && preview.local.calls.map(({ is }) => is)).toEqual([
      'new',
      'known',
      'new',
    ]);
    await importOutbox(file);
    const [row] = (await look()).calls;
    expect(row?.log).toHaveLength(2);
  });
});

describe('a file', () => {
  it.each([1, 2, 3])('of version %i is read', async (version) => {
    await markThreads(['41:7'], { state: 'resolved', note: '' });
    const file = await changed(await exportOutbox(), (content) => {
      const { calls: _, plan: __, views: ___, ...older } = content;
      return { ...older, version };
    });
    await goToAnotherDevice();
    await lay({ plan: [aPlanRow()], views: [aSavedView()] });
    expect(await importOutbox(file)).toMatchObject({
      ok: true,
      refused: 0,
      local: { triage: 1, calls: 0, plan: 0, views: 0 },
    });
    expect(await look()).toMatchObject({
      plan: [aPlanRow()],
      views: [aSavedView()],
    });
  });

  it.each<[string, (content: Record<string, unknown>) => object]>([
    ['of a newer version', () => ({ version: 5 })],
    ['whose calls are no list', () => ({ calls: { 41: [] } })],
    ['whose plan is no list', () => ({ plan: aPlanRow() })],
    ['whose views are no list', () => ({ views: 'Cluj' })],
  ])('%s is refused as a whole', async (_what, spoil) => {
    const file = await changed(await fileOf(everything), (content) => ({
      ...content,
      ...spoil(content),
    }));
    await goToAnotherDevice();
    const refused = { ok: false, reason: 'unreadable' };
    expect(await readOutboxFile(file)).toEqual(refused);
    expect(await importOutbox(file)).toEqual(refused);
    expect(await look()).toEqual(empty);
  });

  it.each([
    ['a call', '"Ocupat"', '"Sunat"'],
    ['a line of the plan', '"CJ"', '"AB"'],
    ['a view', '"Cluj"', '"Altul"'],
  ])(
    'with %s edited by hand is refused as a whole',
    async (_what, old, now) => {
      const text = await (await fileOf(everything)).text();
      expect(text).toContain(old);
      await goToAnotherDevice();
      const file = new Blob([text.replace(old, now)]);
      expect(await importOutbox(file)).toEqual({
        ok: false,
        reason: 'unreadable',
      });
      expect(await look()).toEqual(empty);
    },
  );
});

describe('a device that is full', () => {
  it.each(['triage', 'calls', 'plan', 'views'] as const)(
    'at the table %s takes in nothing of the file',
    async (name) => {
      await lay(everything);
      const observer = anObserver();
      await updateObserver(observer, { ...observer, name: 'Alt Nume' });
      const file = await exportOutbox();
      await goToAnotherDevice();
      const { intent } = databases();
      vi.spyOn(intent[name], 'bulkPut').mockImplementation(() => {
        throw new DOMException('Full', 'QuotaExceededError');
      });
      await expect(importOutbox(file)).rejects.toThrow('Full');
      vi.restoreAllMocks();
      expect(await look()).toEqual(empty);
      expect(await intent.outbox.count()).toBe(0);
      expect(await importOutbox(file)).toMatchObject({ added: 1, local });
    },
  );

  it('gives up copies of the server first, and takes in all of it', async () => {
    const file = await fileOf(everything);
    await goToAnotherDevice();
    const { cache, intent } = databases();
    await cache.stations.put({ id: 1, number: 1, countyId: 1 });
    vi.spyOn(intent.plan, 'bulkPut').mockImplementationOnce(() => {
      throw new DOMException('Full', 'QuotaExceededError');
    });
    expect(await importOutbox(file)).toMatchObject({ refused: 0, local });
    expect(await cache.stations.count()).toBe(0);
    expect(await look()).toMatchObject({ plan: everything.plan });
  });
});

/** Equal for equal contents: the order of keys and absent properties do not count. */
function comparable(device: Device) {
  return Object.fromEntries(
    Object.entries(device).map(([name, rows]: [string, object[]]) => [
      name,
      rows.map(stable),
    ]),
  );
}

// Of few values, so that devices often know the same thing, or two of one moment.
const someMoment = fc.integer({ min: 1, max: 4 });
const someText = fc.constantFrom('', 'a', 'b');

/** An observer of each device's own may have been numbered since, or not. */
const someObserver = fc.constantFrom(-6, -5, 41, 77);

const someDevice: fc.Arbitrary<Device> = fc.record({
  triage: fc.uniqueArray(
    fc.record({
      key: fc.constantFrom('41:7', '42:7'),
      history: fc
        .array(
          fc.record({
            state: fc.constantFrom(...TRIAGE_STATES),
            note: someText,
            setBy: fc.constantFrom('ana', 'dan'),
            setAt: someMoment,
          }),
          { minLength: 1, maxLength: 4 },
        )
        .map((marks) => mergeMarks([], marks)),
    }),
    { selector: ({ key }) => key },
  ),
  calls: fc.uniqueArray(
    fc.record({
      observerId: someObserver,
      log: fc
        .array(
          fc.record({
            outcome: fc.constantFrom(...CALL_OUTCOMES),
            note: someText,
            calledBy: fc.constantFrom('ana', 'dan'),
            calledAt: someMoment,
          }),
          { minLength: 1, maxLength: 4 },
        )
        .map((calls) => mergeCalls([], calls)),
    }),
    { selector: ({ observerId }) => observerId },
  ),
  plan: fc.array(
    fc.record({
      name: fc.constant('plan' as const),
      fileName: someText,
      importedAt: fc.constantFrom(1, 2),
      lines: fc.array(
        fc.record({
          phone: fc.constantFrom('0700000041', '0700000042'),
          county: fc.constantFrom('AB', 'CJ'),
          station: someMoment,
          from: fc.option(someMoment, { nil: undefined }),
        }),
        { minLength: 1, maxLength: 3 },
      ),
    }),
    { maxLength: 1 },
  ),
  views: fc.uniqueArray(
    fc.record({
      id: fc.constantFrom('v-1', 'v-2'),
      name: fc.constantFrom('a', 'b'),
      query: someText,
      isPinned: fc.boolean(),
      order: someMoment,
      changedAt: someMoment,
      isDeleted: fc.constantFrom(undefined, false, true),
    }),
    { selector: ({ id }) => id },
  ),
  ids: fc.subarray([{ id: -5, realId: 77 }]),
});
