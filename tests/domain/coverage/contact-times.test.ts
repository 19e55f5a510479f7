import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { contactsOf } from '@/domain/coverage/contact';
import { contactTimes } from '@/domain/coverage/contact-times';
import { applyChanges } from '@/domain/coverage/county-reports';
import { reportsOf } from '@/domain/coverage/report';

import { aThreadRow } from '../../support/builders';

const someRow = fc
  .record({
    observerId: fc.integer({ min: 1, max: 4 }),
    pollingStationId: fc.integer({ min: 1, max: 3 }),
    list: fc.constantFrom('urgent' as const, 'all' as const),
    county: fc.constantFrom('', 'AB', 'CJ'),
    lastModified: fc.option(fc.integer({ min: 1, max: 9 }), {
      nil: undefined,
    }),
  })
  .map((row) => aThreadRow(row));
const someone = fc.record({
  id: fc.integer({ min: 1, max: 5 }),
  lastSeen: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
});

it('observers were last heard of when their contacts say', () => {
  fc.assert(
    fc.property(
      fc.array(someRow),
      fc.uniqueArray(someone, { selector: ({ id }) => id }),
      (rows, observers) => {
        const stored = applyChanges(
          [],
          rows.map((after) => ({ after })),
        );
        const reports = reportsOf(stored);
        const { lastContactAt, others } = contactsOf(reports, observers);
        const times = [
          ...reports.observerIds.map(
            (id, at) => [id, lastContactAt[at] ?? Number.NaN] as const,
          ),
          ...others.map(
            ({ id, lastSeen = Number.NaN }) => [id, lastSeen] as const,
          ),
        ].filter(([, at]) => !Number.isNaN(at));
        expect(contactTimes(stored, observers)).toEqual(new Map(times));
      },
    ),
  );
});
