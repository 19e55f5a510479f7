import type { Mutant } from './mutant';

const REGRESSIONS = ['tests/simulation/regressions'];

/** What proves that a change arrived, and that a list is whole. */
export const proofMutants: readonly Mutant[] = [
  {
    name: 'old-row-proves-a-message',
    breaks:
      'a message that never left is done because the same was sent before',
    file: 'src/domain/outbox/notification-op.ts',
    within: 'proofOf',
    find: '({ id }) => !known.has(id) && !taken.has(id),',
    replace: '({ id }) => !taken.has(id),',
    suites: REGRESSIONS,
  },
  {
    name: 'recipients-are-not-looked-for',
    breaks: 'a message is sent to an observer whom others deleted',
    file: 'src/workers/outbox/senders/recipients.ts',
    within: 'findGone',
    find: 'const gone = suspects.filter((id) => !there.has(id));',
    replace: 'const gone = suspects.filter((id) => !there.has(id) && id < 0);',
    suites: REGRESSIONS,
  },
  {
    name: 'torn-history-denies-a-message',
    breaks: 'the history "does not show" a message that its pages left out',
    file: 'src/workers/outbox/senders/notifications.ts',
    within: 'verify',
    find: "if (!('rows' in history) || !history.isClean) {",
    replace: "if (!('rows' in history)) {",
    suites: REGRESSIONS,
  },
  {
    name: 'torn-list-is-whole',
    breaks: 'a list whose pages shifted while it was read counts as whole',
    file: 'src/workers/pull/sweep.ts',
    within: 'readingOf',
    find: ': { total, seen, etag: undefined };',
    replace: ': { total, sweptAt: now, seen, etag: undefined };',
    suites: REGRESSIONS,
  },
  {
    name: 'county-column-4-is-a-number',
    breaks: 'a county cannot be added on the revision that has provinces',
    file: 'src/workers/outbox/senders/counties.ts',
    within: 'csvOf',
    find: "? cell(input.provinceCode ?? '')",
    replace: '? (input.numberOfPollingStations ?? 0)',
    suites: REGRESSIONS,
  },
  {
    name: 'two-counties-get-one-id',
    breaks:
      'of two counties that are added at once the second replaces the first',
    file: 'src/workers/outbox/senders/county-ids.ts',
    within: 'reserveCountyId',
    find: '...ops.flatMap(({ triedIds = [] }) => triedIds),',
    replace: '',
    suites: ['tests/workers/outbox/county-senders'],
  },
  {
    name: 'equal-county-is-taken-for-ours',
    breaks:
      'a new county that never arrived is done because an equal one is there',
    file: 'src/workers/outbox/senders/counties.ts',
    within: 'madeBy',
    find: 'ids.includes(county.id) && isCounty(county, input)',
    replace: 'isCounty(county, input)',
    suites: REGRESSIONS,
  },
];
