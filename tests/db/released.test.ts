import 'fake-indexeddb/auto';

import { beforeEach, describe, expect, it, vi } from 'vitest';

import { cancelOp } from '@/data/outbox/change-ops';
import {
  closeDatabases,
  databases,
  deleteDatabases,
  openFor,
  userKeyOf,
} from '@/db/open';
import { countOpenOps } from '@/db/open-ops';
import { applyChanges } from '@/domain/coverage/county-reports';
import { putIntoBlocks } from '@/domain/coverage/observer-block';
import type { OpState } from '@/domain/outbox/op';
import { isOpen, isParked } from '@/domain/outbox/op';
import { transitions } from '@/domain/outbox/transitions';
import { actorKey } from '@/domain/user';
import { describeOp } from '@/features/outbox/describe-op';

import { anActor } from '../support/builders';
import schema1 from './released/schema-1.json';
import schema2 from './released/schema-2.json';
import schema3 from './released/schema-3.json';
import schema4 from './released/schema-4.json';
import schema5 from './released/schema-5.json';
import schema6 from './released/schema-6.json';
import schema7 from './released/schema-7.json';
import schema8 from './released/schema-8.json';
import schema9 from './released/schema-9.json';
import schema10 from './released/schema-10.json';

vi.mock('@/workers/client', () => import('../support/fake-sync'));

/** What each published release left on devices; never changed afterwards. */
const releases = [
  ['schema 1', schema1],
  ['schema 2', schema2],
  ['schema 3', schema3],
  ['schema 4', schema4],
  ['schema 5', schema5],
  ['schema 6', schema6],
  ['schema 7', schema7],
  ['schema 8', schema8],
  ['schema 9', schema9],
  ['schema 10', schema10],
] as const;

/** Unlike the mark that blocks were packed before there were any of texts. */
function isKept(row: object): boolean {
  return !('k' in row && row.k === 'areAnswersPacked');
}

type Release = (typeof releases)[number][1];
type Stored = Release['intent'] | Release['cache'];

const states = Object.keys(transitions).filter(isState);

function isState(text: string): text is OpState {
  return text in transitions;
}

/** Every kind of change in every state. */
function opsOf({ ops }: Release) {
  return Object.entries(ops).flatMap(([kind, op]) =>
    states.map((state) => ({
      ...op,
      kind,
      state,
      opId: `${kind} ${state}`,
      lane: `${kind}:${op.args.id}`,
      actor: actorKey(anActor),
      createdAt: 1,
      attempts: 0,
      nextAt: 0,
      ...(isParked(state) ? { failure: { kind: 'refused' } } : {}),
    })),
  );
}

/** Numbers that are packed in the database are lists in JSON. */
function unpackedInJson(row: object): object {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]: [string, unknown]) => [
      name,
      Array.isArray(value) ? Float64Array.from(value) : value,
    ]),
  );
}

/** Makes a database as the release made it, without a line of today's code. */
async function lay(
  name: string,
  stored: Stored,
  extra: Record<string, object[]>,
) {
  const rows: Record<string, object[]> = { ...stored.rows, ...extra };
  rows['countyReports'] = (rows['countyReports'] ?? []).map(unpackedInJson);
  // Dexie counts in tenths.
  const opening = indexedDB.open(name, stored.version * 10);
  await new Promise<void>((resolve, reject) => {
    opening.addEventListener('upgradeneeded', () => {
      for (const [table, layout] of Object.entries(stored.stores)) {
        const store = opening.result.createObjectStore(table, {
          keyPath: layout.key,
          autoIncrement: 'auto' in layout,
        });
        const indexes = 'indexes' in layout ? layout.indexes : [];
        for (const index of indexes) {
          const unique = 'unique' in index;
          store.createIndex(index.name, index.path, { unique });
        }
        for (const row of rows[table] ?? []) store.add(row);
      }
    });
    opening.addEventListener('success', () => resolve());
    opening.addEventListener('error', () => reject(opening.error));
  });
  opening.result.close();
}

describe.each(releases)('what a device stored under %s', (_name, release) => {
  beforeEach(async () => {
    const userKey = userKeyOf(anActor);
    await deleteDatabases(anActor);
    await lay(`vmo-intent-${userKey}`, release.intent, {
      outbox: opsOf(release),
    });
    await lay(`vmo-cache-${userKey}`, release.cache, {});
    openFor(anActor);
    return closeDatabases;
  });

  it('is all there', async () => {
    const { intent, cache } = databases();
    expect(await intent.outbox.count()).toBe(opsOf(release).length);
    for (const [database, { rows }] of [
      [intent, release.intent],
      [cache, release.cache],
    ] as const) {
      for (const [table, stored] of Object.entries(rows)) {
        // Worked out from the threads again, see below.
        if (table === 'countyReports') continue;
        expect(await database.table(table).toArray()).toEqual(
          expect.arrayContaining(
            stored
              .filter(isKept)
              .map((row: object): unknown => expect.objectContaining(row)),
          ),
        );
      }
    }
  });

  it('is counted as unsent, found by its state and read by its lane', async () => {
    const { outbox } = databases().intent;
    const kinds = Object.keys(release.ops).length;
    const open = states.filter(isOpen);
    expect(await countOpenOps(outbox)).toBe(open.length * kinds);
    expect(await outbox.where('state').equals('unknown').count()).toBe(kinds);
    expect(
      await outbox.where('lane').equals('observer.update:41').count(),
    ).toBe(states.length);
  });

  it('can be read and given up where a person has to decide', async () => {
    const { outbox } = databases().intent;
    const parked = await outbox
      .filter(({ state }) => isParked(state))
      .toArray();
    expect(parked).toHaveLength(3 * Object.keys(release.ops).length);
    for (const op of parked) {
      expect(describeOp(op).name, op.opId).not.toBe('');
      await cancelOp(op);
      expect((await outbox.get(op.seq))?.state, op.opId).toBe('cancelled');
    }
  });
});

it.each(releases)(
  'a thread of %s shows in its list what its cached details say',
  async (_name, { cache: stored }) => {
    await deleteDatabases(anActor);
    await lay(`vmo-cache-${userKeyOf(anActor)}`, stored, {});
    const { cache } = openFor(anActor);
    const row = await cache.threads.get(['all', '41:7']);
    expect(row?.digest).toEqual({ hash: 'h', notes: 0, answers: [] });
    closeDatabases();
  },
);

it.each(releases)(
  'the threads of %s are counted in their counties',
  async (_name, { cache: stored }) => {
    await deleteDatabases(anActor);
    await lay(`vmo-cache-${userKeyOf(anActor)}`, stored, {});
    const { cache } = openFor(anActor);
    const rows = await cache.threads.toArray();
    const changes = rows.map((after) => ({ after }));
    expect(rows).not.toEqual([]);
    expect(await cache.countyReports.toArray()).toEqual(
      applyChanges([], changes),
    );
    closeDatabases();
  },
);

/** Facts that an op of schema 1 held under other names. */
const older = { denials: 2, round: 3, lostAt: 4, madeId: 41 };

it('an op of schema 1 keeps its facts under the names of schema 2', async () => {
  const userKey = userKeyOf(anActor);
  await deleteDatabases(anActor);
  await lay(`vmo-intent-${userKey}`, schema1.intent, {
    outbox: opsOf(schema1).map((op) => ({ ...op, ...older })),
  });
  const { intent } = openFor(anActor);
  const ops = await intent.outbox.toArray();
  expect(ops).toHaveLength(opsOf(schema1).length);
  for (const op of ops) {
    expect(op).toMatchObject({
      notAppliedCount: 2,
      generation: 3,
      supersededSentAt: 4,
      createdId: 41,
    });
    for (const name of Object.keys(older)) expect(op).not.toHaveProperty(name);
  }
  closeDatabases();
});

it('a layout that was published is not changed under its number', async () => {
  const [, newest] = releases.at(-1) ?? [];
  await deleteDatabases(anActor);
  const { intent, cache } = openFor(anActor);
  for (const [database, stored] of [
    [intent, newest?.intent],
    [cache, newest?.cache],
  ] as const) {
    await database.open();
    expect(database.verno).toBe(stored?.version);
    const tables = database.tables.map(({ name, schema }) => [
      name,
      [schema.primKey.keyPath, ...schema.indexes.map(({ keyPath }) => keyPath)],
    ]);
    const published = Object.entries(stored?.stores ?? {}).map(
      ([name, { key, ...rest }]) => [
        name,
        [
          key,
          ...('indexes' in rest ? rest.indexes : []).map(({ path }) => path),
        ],
      ],
    );
    expect(Object.fromEntries(tables)).toEqual(Object.fromEntries(published));
  }
  closeDatabases();
});

it.each(releases)(
  'the observers of %s are in their blocks',
  async (_name, { cache: stored }) => {
    await deleteDatabases(anActor);
    await lay(`vmo-cache-${userKeyOf(anActor)}`, stored, {});
    const { cache } = openFor(anActor);
    const rows = await cache.observers.toArray();
    expect(rows).not.toEqual([]);
    expect(await cache.observerBlocks.toArray()).toEqual(
      putIntoBlocks([], rows),
    );
    closeDatabases();
  },
);
