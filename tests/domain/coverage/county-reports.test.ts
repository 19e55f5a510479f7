import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { ThreadRow } from '@/db/cache';
import { threadKey } from '@/domain/answers/thread';
import type {
  CountedRow,
  CountyReports,
  RowChange,
} from '@/domain/coverage/county-reports';
import {
  applyChanges,
  countiesOf,
  entriesOf,
  isEmpty,
} from '@/domain/coverage/county-reports';
import { coverageOf } from '@/domain/coverage/county-coverage';
import { lastReportsPerHour } from '@/domain/coverage/hours';
import { observerSilence } from '@/domain/coverage/observer-silence';
import { reportsOf } from '@/domain/coverage/report';

import { aCounty, anObserver, aThreadRow } from '../../support/builders';

/** The stored rows after a batch: what the worker does in its transaction. */
function store(
  stored: ReadonlyMap<string, CountyReports>,
  changes: readonly RowChange[],
): Map<string, CountyReports> {
  const needed = countiesOf(changes).flatMap((code) => stored.get(code) ?? []);
  const next = new Map(stored);
  for (const row of applyChanges(needed, changes)) {
    if (isEmpty(row)) next.delete(row.county);
    else next.set(row.county, row);
  }
  return next;
}

function rebuilt(rows: readonly CountedRow[]): Map<string, CountyReports> {
  return store(
    new Map(),
    rows.map((after) => ({ after })),
  );
}

const NOW = Date.UTC(2026, 10, 22, 12);
const moment = { now: NOW, dayStart: Date.UTC(2026, 10, 22) };
const counties = [
  aCounty({ code: 'AB', numberOfPollingStations: 4 }),
  aCounty({ code: 'CJ', numberOfPollingStations: 5 }),
];
const observers = [anObserver({ id: 1, lastSeen: NOW - 60_000 })];

/** Every figure that there is, of stored rows. */
function figuresOf(stored: ReadonlyMap<string, CountyReports>) {
  const reports = reportsOf(stored.values());
  return {
    coverage: coverageOf(reports, counties, observers, moment),
    hours: lastReportsPerHour(reports, NOW, 6),
    silence: observerSilence(reports, observers, { now: NOW, isWhole: true }),
    inAlba: observerSilence(reports, observers, {
      county: 'AB',
      now: NOW,
      isWhole: false,
    }),
  };
}

/** A row of few threads, so that stories meet the same ones again and again. */
const someRow = fc
  .record({
    observerId: fc.integer({ min: 1, max: 3 }),
    pollingStationId: fc.integer({ min: 1, max: 4 }),
    list: fc.constantFrom('urgent' as const, 'all' as const),
    county: fc.constantFrom('', 'AB', 'CJ', 'XX'),
    stationNumber: fc.constantFrom(-1, 1, 2),
    minutesAgo: fc.option(fc.integer({ min: -10, max: 400 })),
  })
  .map(({ minutesAgo, ...rest }): CountedRow => ({
    ...rest,
    lastModified: minutesAgo === null ? undefined : NOW - minutesAgo * 60_000,
  }));

/** Batches of writes and removals, as commits of the worker. */
const story = fc.array(
  fc.array(fc.tuple(someRow, fc.boolean()), { maxLength: 8 }),
  { maxLength: 12 },
);

/** Plays a story on a table like `threads`; `apply` is told of every batch. */
function play(
  batches: readonly (readonly [CountedRow, boolean])[][],
  apply: (changes: RowChange[]) => void,
): CountedRow[] {
  const table = new Map<string, CountedRow>();
  for (const batch of batches) {
    const changes = batch.map(([row, isRemoval]): RowChange => {
      const id = `${row.list} ${threadKey(row.observerId, row.pollingStationId)}`;
      const before = table.get(id);
      if (isRemoval) table.delete(id);
      else table.set(id, row);
      return { before, after: isRemoval ? undefined : row };
    });
    apply(changes);
  }
  return [...table.values()];
}

describe('stored rows of coverage', () => {
  it('give the same figures after any story as a rebuild from all rows', () => {
    fc.assert(
      fc.property(story, (batches) => {
        let stored = new Map<string, CountyReports>();
        const rows = play(batches, (changes) => {
          stored = store(stored, changes);
        });
        const sorted = (each: typeof stored) =>
          [...each.values()].sort((a, b) => (a.county < b.county ? -1 : 1));
        expect(sorted(stored)).toEqual(sorted(rebuilt(rows)));
        expect(figuresOf(stored)).toEqual(figuresOf(rebuilt(rows)));
      }),
    );
  });

  it('count a batch once that is applied twice', () => {
    fc.assert(
      fc.property(story, (batches) => {
        let once = new Map<string, CountyReports>();
        let twice = new Map<string, CountyReports>();
        play(batches, (changes) => {
          once = store(once, changes);
          twice = store(store(twice, changes), changes);
        });
        expect(figuresOf(twice)).toEqual(figuresOf(once));
      }),
    );
  });

  it('give the same figures in whatever order they are read', () => {
    fc.assert(
      fc.property(fc.array(someRow, { maxLength: 30 }), (rows) => {
        const stored = rebuilt(rows);
        const back = new Map([...stored].reverse());
        expect(figuresOf(back)).toEqual(figuresOf(stored));
      }),
    );
  });

  it('are left alone by a write that changes only what lists show', () => {
    const before: ThreadRow = aThreadRow();
    const after = { ...before, digest: { hash: 'h', notes: 1 }, missing: 1 };
    expect(countiesOf([{ before, after }])).toEqual([]);
    expect(applyChanges([], [{ before, after }])).toEqual([]);
  });

  it.each([
    { stationNumber: 13 },
    { lastModified: NOW },
    { lastModified: undefined },
  ])('follow a write that changes %j', (change) => {
    const before = aThreadRow();
    const after = { ...before, ...change };
    const stored = store(rebuilt([before]), [{ before, after }]);
    expect(stored).toEqual(rebuilt([after]));
  });

  it('of both counties are needed when a thread moves', () => {
    const before = aThreadRow({ county: '' });
    const after = aThreadRow({ county: 'AB' });
    const stored = rebuilt([before]);
    expect(countiesOf([{ before, after }])).toEqual(['', 'AB']);
    expect([...store(stored, [{ before, after }]).keys()]).toEqual(['AB']);
  });

  it('are not changed in place', () => {
    const rows = [aThreadRow(), aThreadRow({ list: 'urgent' })];
    const stored = [...rebuilt(rows).values()];
    const copy = structuredClone(stored);
    const left = applyChanges(
      stored,
      rows.map((before) => ({ before })),
    );
    expect(left.every(isEmpty)).toBe(true);
    expect(stored).toEqual(copy);
  });
});

it('a row contributes one entry, with a time where the server says one', () => {
  const entry = { observerId: 41, pollingStationId: 7, stationNumber: 12 };
  const of = (lastModified?: number) => {
    const after = aThreadRow({ lastModified });
    return applyChanges([], [{ after }]).map(({ county, all, urgent }) => ({
      county,
      all: entriesOf(all),
      urgent: entriesOf(urgent),
    }));
  };
  expect(of(NOW)).toEqual([
    { county: 'AB', all: [{ ...entry, lastReportAt: NOW }], urgent: [] },
  ]);
  expect(of()).toEqual([{ county: 'AB', all: [entry], urgent: [] }]);
});

it('entries are kept by observer and station, whatever order they come in', () => {
  const rows = [
    aThreadRow({ observerId: 2, pollingStationId: 9 }),
    aThreadRow({ observerId: 10, pollingStationId: 1 }),
    aThreadRow({ observerId: 2, pollingStationId: 10 }),
  ];
  const changes = rows.map((after) => ({ after }));
  const [stored] = applyChanges([], changes);
  const [back] = applyChanges([], changes.toReversed());
  expect(stored).toEqual(back);
  expect(
    entriesOf(stored?.all ?? new Float64Array()).map((entry) => [
      entry.observerId,
      entry.pollingStationId,
    ]),
  ).toEqual([
    [2, 9],
    [2, 10],
    [10, 1],
  ]);
});
