import type { Mutant } from './mutant';

export const screenMutants: readonly Mutant[] = [
  {
    name: 'waiting-change-names-the-last-of-its-lane',
    breaks: 'a change that waits does not say which one goes first',
    file: 'src/features/outbox/list/why-waits.ts',
    within: 'firstOfLanes',
    find: 'known.op.seq < op.seq',
    replace: 'known.op.seq > op.seq',
    suites: ['tests/features/outbox/why-waits'],
  },
  {
    name: 'typed-note-is-lost',
    breaks: 'text that is typed while an earlier note is being stored is lost',
    file: 'src/features/answers/triage/triage-bar.tsx',
    within: 'forget',
    find: 'now.get(threadKey) === typed',
    replace: 'true',
    suites: ['tests/features/answers/triage/triage'],
  },
  {
    name: 'late-decision-moves-the-reviewer',
    breaks:
      'a decision that is stored late takes the reviewer away from the open thread',
    file: 'src/features/answers/queue/queue-page.tsx',
    within: 'handleDecided',
    find: 'shown.current?.openKey === key',
    replace: 'true',
    suites: ['tests/features/answers/queue/queue'],
  },
  {
    name: 'import-says-all-were-added',
    breaks:
      'an import says that all were added although the server added fewer',
    file: 'src/features/observers/import/use-send-import.ts',
    within: 'send',
    find: 'const added = reply.value ?? rows.length;',
    replace: 'const added = rows.length;',
    suites: ['tests/features/observers/import/import'],
  },
  {
    name: 'last-hour-goes-by-the-server',
    breaks:
      'calls of the last hour are told by the clock of the server, and dated by another',
    file: 'src/features/coverage/by-observer.tsx',
    within: 'ByObserver',
    find: 'const hourAgo = minute - HOUR_MS;',
    replace: 'const hourAgo = now - HOUR_MS;',
    suites: ['tests/features/coverage/calls'],
  },
  {
    name: 'plan-forgets-unknown-counties',
    breaks: 'lines of the plan in a county that is not known have no row',
    file: 'src/features/coverage/plan/plan-counties.tsx',
    within: 'rowsOf',
    find: 'new Set([...names.keys(), ...figuresByCode.keys()])',
    replace: 'new Set([...names.keys()])',
    suites: ['tests/features/coverage/plan/plan-view'],
  },
  {
    name: 'arrivals-are-an-hour-early',
    breaks: 'reports by hour stand in the hour before',
    file: 'src/data/statistics/cached-statistics.ts',
    within: 'useArrivals',
    find: 'hour: (last - HOURS_SHOWN + 1 + at) * HOUR_MS,',
    replace: 'hour: (last - HOURS_SHOWN + at) * HOUR_MS,',
    suites: ['tests/features/statistics/statistics'],
  },
  {
    name: 'nothing-is-found-while-texts-are-missing',
    breaks:
      'a search says that there is nothing while what observers wrote is not packed',
    file: 'src/features/search/nothing-found.tsx',
    within: 'NothingFound',
    find: "isWhole ? 'palette.none' : 'palette.noneYet'",
    replace: "'palette.none'",
    suites: ['tests/features/search'],
  },
  {
    name: 'key-of-every-screen-takes-that-of-one',
    breaks: 'a slash opens the search where it leads to the filter',
    file: 'src/ui/keyboard/use-shortcuts.ts',
    within: 'useShortcuts',
    find: 'table.current.isEverywhere && isOfScreen(name)',
    replace: 'false',
    suites: ['tests/ui/keyboard'],
  },
];
