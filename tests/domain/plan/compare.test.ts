import { describe, expect, it } from 'vitest';

import type { Report } from '@/domain/coverage/report';
import { reportAt } from '@/domain/coverage/report';
import { comparePlan, planPeople } from '@/domain/plan/compare';
import type { PlanLine } from '@/domain/plan/plan';

import { reportsFrom } from '../../support/reports';

const HOUR_MS = 3_600_000;
const seven = new Date(2026, 10, 22, 7).getTime();
const at = (hour: number) => seven + (hour - 7) * HOUR_MS;

const ana = { id: 1, name: 'Ana', phone: '0700 000 001' };
const dan = { id: 2, name: 'Dan', phone: '+40700000002' };
const ion = { id: 3, name: 'Ion', phone: '0700000003' };

function aLine(changes: Partial<PlanLine> = {}): PlanLine {
  return {
    phone: '0700000001',
    county: 'AB',
    station: 5,
    from: at(7),
    to: at(14),
    ...changes,
  };
}

function aReport(
  observerId: number,
  stationNumber: number | undefined,
  lastReportAt: number | undefined,
  county = 'AB',
): Report {
  const pollingStationId = 1000 + (stationNumber ?? 0);
  return {
    observerId,
    pollingStationId,
    county,
    stationNumber,
    isUrgent: false,
    lastReportAt,
  };
}

function compare(
  lines: readonly PlanLine[],
  reports: readonly Report[],
  { isWhole = true, now = at(12), observers = [ana, dan, ion] } = {},
) {
  const compared = finish(
    comparePlan(
      finish(planPeople(lines, 'RO')),
      reportsFrom(reports),
      observers,
      {
        isWhole,
        now,
        country: 'RO',
      },
    ),
  );
  const withReport = <Of extends { thread?: number | undefined }>({
    thread,
    ...of
  }: Of) => ({
    ...of,
    report:
      thread === undefined ? undefined : reportAt(compared.reports, thread),
  });
  return {
    ...compared,
    lines: compared.lines.map(withReport),
    observers: compared.observers.map(withReport),
  };
}

/** Does all of the work at once. */
function finish<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

function stateOf(...args: Parameters<typeof compare>) {
  return compare(...args).lines.map(({ state }) => state);
}

describe('a line', () => {
  it.each([
    ['in its time', at(9)],
    ['in the hour before, while the first answers are filled in', at(6)],
    [
      'after its end, since earlier answers of the thread leave no time',
      at(16),
    ],
    ['at an unknown time, on servers that tell none', undefined],
  ])('is reported by a thread at its station %s', (_, time) => {
    const report = aReport(1, 5, time);
    const [line] = compare([aLine()], [report]).lines;
    expect(line).toMatchObject({ state: 'reported', observer: ana, report });
  });

  it('is missing when its station was last heard of long before it began', () => {
    expect(stateOf([aLine()], [aReport(1, 5, at(6) - 1)])).toEqual(['missing']);
  });

  it('is missing when nothing came, or from somebody else', () => {
    expect(stateOf([aLine()], [])).toEqual(['missing']);
    expect(stateOf([aLine()], [aReport(2, 5, at(9))])).toEqual(['missing']);
  });

  it('is missing when nobody has the phone', () => {
    const [line] = compare([aLine({ phone: '0799' })], []).lines;
    expect(line).toMatchObject({ state: 'missing', observer: undefined });
  });

  it('says from which other station the observer reported last in its time', () => {
    const reports = [
      aReport(1, 6, at(8)),
      aReport(1, 7, at(11)),
      aReport(1, 5, at(10), 'CJ'),
      // After its end, and long before.
      aReport(1, 8, at(14)),
      aReport(1, 9, at(5)),
    ];
    const [line] = compare([aLine()], reports).lines;
    expect(line).toMatchObject({
      state: 'elsewhere',
      report: { stationNumber: 7 },
    });
  });

  it('does not count a time after its end at another station', () => {
    expect(stateOf([aLine()], [aReport(1, 8, at(14))])).toEqual(['missing']);
  });

  it('takes a thread without a time elsewhere for this line, unless it is of another line', () => {
    const other = aLine({ station: 6, from: at(14), to: at(20) });
    expect(stateOf([aLine()], [aReport(1, 6, undefined)])).toEqual([
      'elsewhere',
    ]);
    expect(stateOf([aLine(), other], [aReport(1, 6, undefined)])).toEqual([
      'missing',
      'reported',
    ]);
  });

  it('is upcoming until it begins, wherever the observer is', () => {
    const line = aLine({ from: at(13) });
    expect(stateOf([line], [aReport(1, 6, at(11))])).toEqual(['upcoming']);
    expect(stateOf([line], [], { now: at(13) })).toEqual(['missing']);
    // Early, and reported at once.
    expect(stateOf([line], [aReport(1, 5, at(12))])).toEqual(['reported']);
  });

  it('without limits counts every report', () => {
    const line = aLine({ from: undefined, to: undefined });
    expect(stateOf([line], [aReport(1, 5, at(-90))])).toEqual(['reported']);
    expect(stateOf([line], [aReport(1, 6, at(-90))])).toEqual(['elsewhere']);
  });

  it('of each shift of an observer has a state of its own', () => {
    const lines = [
      aLine(),
      aLine({ station: 6, from: at(14), to: at(20) }),
      aLine({ phone: '0700000002' }),
    ];
    const reports = [aReport(1, 5, at(9)), aReport(2, 6, at(9))];
    expect(stateOf(lines, reports)).toEqual([
      'reported',
      'upcoming',
      'elsewhere',
    ]);
  });

  it('of a round is missing while the observer is at another of its stations', () => {
    const round = [aLine(), aLine({ station: 6 })];
    expect(stateOf(round, [aReport(1, 6, at(9))])).toEqual([
      'missing',
      'reported',
    ]);
    expect(stateOf(round, [aReport(1, 7, at(9))])).toEqual([
      'elsewhere',
      'elsewhere',
    ]);
    // At the station of a later line they are not where they should be.
    const shifts = [aLine(), aLine({ station: 6, from: at(14), to: at(20) })];
    expect(stateOf(shifts, [aReport(1, 6, at(13))])).toEqual([
      'elsewhere',
      'reported',
    ]);
  });

  it('finds the observer by the phone in any spelling', () => {
    const lines = [aLine({ phone: '+40700000001' })];
    expect(compare(lines, [aReport(1, 5, at(9))])).toMatchObject({
      lines: [{ state: 'reported' }],
      total: { unplanned: 0 },
    });
  });

  it('takes observers who share a phone for one', () => {
    const twin = { id: 9, name: 'Ana, din nou', phone: '0700000001' };
    const observers = [ana, twin];
    const { lines, total } = compare([aLine()], [aReport(9, 5, at(9))], {
      observers,
    });
    expect(lines).toMatchObject([{ state: 'reported', observer: twin }]);
    expect(total.unplanned).toBe(0);
  });
});

describe('what is not known is not concluded', () => {
  it('while not all threads and observers are here', () => {
    const lines = [
      aLine(),
      aLine({ phone: '0700000002' }),
      aLine({ phone: '0700000003' }),
      aLine({ phone: '0799999999' }),
      aLine({ phone: '0788888888', from: at(13) }),
    ];
    const reports = [aReport(1, 5, at(9)), aReport(2, 6, at(9))];
    const { lines: compared, total } = compare(lines, reports, {
      isWhole: false,
    });
    expect(compared.map(({ state }) => state)).toEqual([
      'reported',
      'unchecked',
      'unchecked',
      'unchecked',
      'upcoming',
    ]);
    // What is known is said.
    expect(compared[1]?.report?.stationNumber).toBe(6);
    expect(total).toMatchObject({ missing: 0, elsewhere: 0, unchecked: 3 });
  });

  it('beside a thread whose station is not known', () => {
    expect(stateOf([aLine()], [aReport(1, undefined, at(9))])).toEqual([
      'unchecked',
    ]);
    expect(stateOf([aLine()], [aReport(1, 5, at(9), '')])).toEqual([
      'unchecked',
    ]);
    // One that ended long before says nothing.
    expect(stateOf([aLine()], [aReport(1, undefined, at(2))])).toEqual([
      'missing',
    ]);
  });

  it('of an observer whose phone is not here yet', () => {
    const stranger = aReport(77, 5, at(9));
    expect(
      compare([aLine()], [stranger], { isWhole: false }).total,
    ).toMatchObject({ unplanned: 0 });
    expect(compare([aLine()], [stranger]).observers.at(-1)).toMatchObject({
      key: '#77',
      phone: undefined,
      figures: { unplanned: 1 },
    });
  });
});

describe('the figures', () => {
  const lines = [
    aLine(),
    aLine({ from: at(15), to: at(20), county: 'CJ', station: 1 }),
    aLine({ phone: '0700000002', county: 'CJ' }),
  ];
  const reports = [
    aReport(1, 5, at(9)),
    aReport(3, 5, at(9)),
    aReport(3, 8, at(11), 'B'),
    aReport(3, 9, at(10), 'B'),
  ];
  const { total, counties, observers } = compare(lines, reports);
  const none = {
    expected: 0,
    reported: 0,
    elsewhere: 0,
    missing: 0,
    unchecked: 0,
    upcoming: 0,
    unplanned: 0,
  };

  it('count each line in one state, and observers without a line once', () => {
    expect(total).toEqual({
      ...none,
      expected: 2,
      reported: 1,
      missing: 1,
      upcoming: 1,
      unplanned: 1,
    });
  });

  it('of a county have its lines, and the unplanned who reported from it', () => {
    expect([...counties]).toEqual([
      ['AB', { ...none, expected: 1, reported: 1, unplanned: 1 }],
      ['CJ', { ...none, expected: 1, missing: 1, upcoming: 1 }],
      ['B', { ...none, unplanned: 1 }],
    ]);
  });

  it('of an observer have their lines; the unplanned come last', () => {
    expect(observers).toEqual([
      {
        key: '+40700000001',
        observer: ana,
        phone: '0700000001',
        counties: ['AB', 'CJ'],
        figures: { ...none, expected: 1, reported: 1, upcoming: 1 },
      },
      {
        key: '+40700000002',
        observer: dan,
        phone: '0700000002',
        counties: ['CJ'],
        figures: { ...none, expected: 1, missing: 1 },
      },
      {
        key: '#3',
        observer: ion,
        phone: '0700000003',
        counties: ['AB', 'B'],
        report: reports[2],
        figures: { ...none, unplanned: 1 },
      },
    ]);
  });
});

it('compares 50,000 lines with 30,000 threads in many small steps', () => {
  const phone = (n: number) => `07${String(n).padStart(8, '0')}`;
  const lines = Array.from({ length: 50_000 }, (_, n) =>
    aLine({ phone: phone(n), station: 1 + (n % 400) }),
  );
  const observers = Array.from({ length: 50_000 }, (_, id) => ({
    id,
    name: String(id),
    phone: phone(id),
  }));
  const reports = Array.from({ length: 30_000 }, (_, n) =>
    aReport(n, 1 + (n % 400), at(9)),
  );
  const work = comparePlan(
    finish(planPeople(lines, 'RO')),
    reportsFrom(reports),
    observers,
    { isWhole: true, now: at(12), country: 'RO' },
  );
  let steps = 1;
  let step = work.next();
  while (step.done !== true) {
    steps += 1;
    step = work.next();
  }
  expect(step.value.total).toMatchObject({
    expected: 50_000,
    reported: 30_000,
    missing: 20_000,
  });
  expect(steps).toBeGreaterThan(1000);
});
