import type { TriageState } from '@/domain/triage/triage';
import { TRIAGE_STATES } from '@/domain/triage/triage';

import type { RequestKind } from '../server/request-kind';
import { readKinds, writeKinds } from '../server/request-kind';
import type { Chance } from './chance';
import type {
  Audience,
  Command,
  OthersDo,
  Probe,
  Pullable,
  UserCommand,
} from './commands';
import type { CrashPoint, FaultKind, Weather } from './faults';
import type { Traits } from './traits';

/** One kind of thing that may happen in a story. */
export interface Happening {
  /** How often it is drawn, beside the others. */
  weight: number;
  draw: (chance: Chance) => Command;
  /** Servers on which it cannot happen do not draw it. */
  isPossible?: ((traits: Traits) => boolean) | undefined;
}

const tab = ({ below }: Chance) => below(3);
const at = ({ below }: Chance) => below(6);
const one = <T>(chance: Chance, values: readonly [T, ...T[]]): T =>
  values[chance.below(values.length)] ?? values[0];

/** An input that begins before the one before it is stored, now and then. */
const isHasty = ({ is }: Chance) => (is(0.15) ? true : undefined);

const triageState = (chance: Chance): TriageState =>
  one(chance, [...TRIAGE_STATES]);

/** How often each fault meets a request that changes something, and one that reads. */
const writeFaults: Record<Exclude<FaultKind, 'cached'>, number> = {
  cutBefore: 1.0,
  cutAfter: 1.3,
  portal: 0.8,
  empty: 0.8,
  noContent: 0.8,
  notModified: 0.8,
  foreign: 0.8,
  busy: 2.6,
  tooMany: 2,
  failBefore: 0.8,
  failAfter: 1.0,
  gateway: 0.6,
  refuse: 0.8,
  delay: 1.0,
  held: 1.0,
  truncated: 0.8,
  silent: 0.8,
};
const readFaults: Record<FaultKind, number> = {
  cutBefore: 0.2,
  cutAfter: 0.2,
  portal: 0.2,
  empty: 0.2,
  noContent: 0.2,
  notModified: 0.2,
  foreign: 0.2,
  cached: 0.4,
  busy: 0.2,
  tooMany: 0.2,
  failBefore: 0.2,
  failAfter: 0.2,
  gateway: 0.2,
  refuse: 0.2,
  delay: 0.3,
  held: 0.2,
  truncated: 0.2,
  silent: 0.2,
};
const weatherWeights: Record<Weather, number> = {
  good: 2,
  cut: 0.8,
  portal: 0.8,
  storm: 0.8,
  flaky: 0.8,
};
/** K12 lies in a logout, and is drawn with it. */
const crashWeights: Record<Exclude<CrashPoint, 'K12'>, number> = {
  now: 0.6,
  K1: 0.8,
  K2: 0.8,
  K3: 0.8,
  K4: 1,
  K5: 0.8,
  K6: 0.8,
  K7: 1.2,
  K8: 1,
  K9: 1,
  K10: 0.8,
  K11: 0.4,
};
const othersWeights: Record<OthersDo, number> = {
  rename: 0.4,
  newPhone: 0.4,
  delete: 0.6,
  add: 0.4,
  editForm: 0.8,
  recodeForm: 0.4,
  publish: 0.6,
  deleteForm: 0.6,
  addThread: 0.4,
  touchThread: 0.4,
  dropThread: 0.4,
  loseMany: 0.2,
  editCounty: 0.6,
  deleteCounty: 0.4,
  colleagueWrites: 0.4,
  deviceWrites: 0.6,
};

const probeWeights: Record<Exclude<Probe, 'answered'>, number> = {
  fails: 0.3,
  silent: 0.3,
};

/** Happenings of one group, named by it and what they are. */
function each<K extends string>(
  group: string,
  weights: Readonly<Record<K, number>>,
  draw: (of: K, chance: Chance) => Command,
): Record<string, Happening> {
  const names = Object.keys(weights) as K[];
  return Object.fromEntries(
    names.map((of) => [
      `${group} ${of}`,
      { weight: weights[of], draw: (chance: Chance) => draw(of, chance) },
    ]),
  );
}

/** Of these requests a story has few: a fault is meant for one of them more often. */
const seldomAsked: readonly RequestKind[] = [
  'form.part',
  'county.import',
  'message',
  'message',
  'mark',
];

/** The next request of any kind, or of one: rare ones would never be met by chance. */
function target<T extends RequestKind | 'write' | 'read'>(
  chance: Chance,
  any: T,
  kinds: readonly T[],
): T {
  return chance.is(0.25) ? any : (kinds[chance.below(kinds.length)] ?? any);
}

/** What users do: the compiler names what is forgotten. */
const whatUsersDo: Record<UserCommand['do'], Happening> = {
  edit: {
    weight: 12,
    draw: (chance) => ({
      do: 'edit',
      tab: tab(chance),
      at: at(chance),
      field: one(chance, ['name', 'phone', 'name', 'phone', 'pin']),
      hasPin: one(chance, [undefined, undefined, true]),
      isHasty: isHasty(chance),
    }),
  },
  add: {
    weight: 4,
    draw: (chance) => ({
      do: 'add',
      tab: tab(chance),
      isHasty: isHasty(chance),
    }),
  },
  remove: {
    weight: 4,
    draw: (chance) => ({
      do: 'remove',
      tab: tab(chance),
      at: at(chance),
      isHasty: isHasty(chance),
    }),
  },
  editForm: {
    weight: 6,
    draw: (chance) => ({
      do: 'editForm',
      tab: tab(chance),
      at: at(chance),
      how: one(chance, [
        'head',
        'question',
        'question',
        'reword',
        'remove',
        'remove',
      ]),
      isHasty: isHasty(chance),
    }),
  },
  addForm: {
    weight: 2,
    draw: (chance) => ({
      do: 'addForm',
      tab: tab(chance),
      code: chance.below(3),
      isHasty: isHasty(chance),
    }),
  },
  publish: {
    weight: 4,
    draw: (chance) => ({
      do: 'publish',
      tab: tab(chance),
      at: at(chance),
      isHasty: isHasty(chance),
    }),
  },
  removeForm: {
    weight: 3,
    draw: (chance) => ({
      do: 'removeForm',
      tab: tab(chance),
      at: at(chance),
      isHasty: isHasty(chance),
    }),
  },
  addCounty: {
    weight: 3,
    draw: (chance) => ({
      do: 'addCounty',
      tab: tab(chance),
      isTwin: one(chance, [false, false, true]),
      isHasty: isHasty(chance),
    }),
  },
  editCounty: {
    weight: 3,
    draw: (chance) => ({
      do: 'editCounty',
      tab: tab(chance),
      at: at(chance),
      field: one(chance, ['name', 'order']),
      isHasty: isHasty(chance),
    }),
  },
  notify: {
    weight: 5,
    draw: (chance) => ({
      do: 'notify',
      tab: tab(chance),
      text: one(chance, ['new', 'same', 'same']),
      to: one<Audience>(chance, ['known', 'firstTwo', 'lastTwo', 'all']),
      isTwice: one(chance, [false, false, false, true]),
      isHasty: isHasty(chance),
    }),
  },
  decide: {
    weight: 6,
    draw: (chance) => ({
      do: 'decide',
      tab: tab(chance),
      at: at(chance),
      choice: one(chance, ['again', 'cancel', 'sent', 'mine', 'theirs']),
      isHasty: isHasty(chance),
    }),
  },
  mark: {
    weight: 5,
    isPossible: ({ sharesMarks }) => sharesMarks,
    draw: (chance) => ({
      do: 'mark',
      tab: tab(chance),
      at: at(chance),
      state: triageState(chance),
      isHasty: isHasty(chance),
    }),
  },
  refusedMark: {
    weight: 1,
    isPossible: ({ sharesMarks }) => sharesMarks,
    draw: (chance) => ({
      do: 'refusedMark',
      tab: tab(chance),
      at: at(chance),
      choice: one(chance, ['again', 'letGo']),
    }),
  },
};

/**
 * Everything that may happen, by name. A command of a story is drawn by its name
 * and place alone (`storyOf`), so a new name leaves other stories as they are
 * wherever it is not drawn itself.
 */
export const happenings: Record<string, Happening> = {
  pass: {
    weight: 14,
    draw: (chance) => ({
      do: 'pass',
      ms: one(chance, [0, 100, 1_000, 5_000, 16_000, 25_000, 65_000]),
    }),
  },
  ...whatUsersDo,
  othersMark: {
    weight: 2,
    isPossible: ({ sharesMarks }) => sharesMarks,
    draw: (chance) => ({
      do: 'othersMark',
      at: at(chance),
      state: triageState(chance),
      isAhead: one(chance, [false, false, true]),
    }),
  },
  ...each('fault of a write', writeFaults, (kind, chance) => ({
    do: 'fault',
    on: target(chance, 'write', [...writeKinds, ...seldomAsked]),
    kind,
  })),
  ...each('fault of a read', readFaults, (kind, chance) => ({
    do: 'fault',
    on: target(chance, 'read', readKinds),
    kind,
  })),
  ...each('weather', weatherWeights, (to) => ({ do: 'weather', to })),
  held: {
    weight: 1,
    draw: (chance) => ({
      do: 'held',
      ms: one(chance, [5_000, 45_000, 55_000, 120_000]),
    }),
  },
  ...each('probe', probeWeights, (how) => ({ do: 'probe', how })),
  ...each('others', othersWeights, (what, chance) => ({
    do: 'others',
    what,
    at: at(chance),
  })),
  server: {
    weight: 3,
    draw: (chance) => ({
      do: 'server',
      isShuffling: chance.is(0.5),
      staleMs: one(chance, [0, 0, 60_000]),
    }),
  },
  pull: {
    weight: 2,
    draw: (chance) => ({
      do: 'pull',
      tab: tab(chance),
      what: one<Pullable>(chance, [
        'pullObservers',
        'pullForms',
        'pullThreads',
        'pullCounties',
        'pullNotifications',
      ]),
    }),
  },
  read: {
    weight: 4,
    draw: (chance) => ({ do: 'read', tab: tab(chance), at: at(chance) }),
  },
  open: { weight: 3, draw: () => ({ do: 'open' }) },
  close: { weight: 2, draw: (chance) => ({ do: 'close', tab: tab(chance) }) },
  ...each('crash', crashWeights, (point, chance) => ({
    do: 'crash',
    tab: tab(chance),
    point,
  })),
  freeze: { weight: 3, draw: (chance) => ({ do: 'freeze', tab: tab(chance) }) },
  thaw: { weight: 3, draw: (chance) => ({ do: 'thaw', tab: tab(chance) }) },
  look: {
    weight: 2,
    draw: (chance) => ({
      do: 'look',
      tab: tab(chance),
      isVisible: chance.is(0.5),
    }),
  },
  online: {
    weight: 2,
    draw: (chance) => ({
      do: 'online',
      tab: tab(chance),
      isOnline: chance.is(0.5),
    }),
  },
  sleep: {
    weight: 1,
    draw: (chance) => ({
      do: 'sleep',
      ms: one(chance, [16 * 60_000, 8 * 3_600_000]),
    }),
  },
  jump: {
    weight: 2,
    draw: (chance) => ({
      do: 'jump',
      ms: one(chance, [-86_400_000, -3_600_000, 3_600_000, 43_200_000]),
    }),
  },
  revoke: { weight: 1, draw: () => ({ do: 'revoke' }) },
  signIn: {
    weight: 3,
    draw: (chance) => ({ do: 'signIn', as: one(chance, [0, 0, 1]) }),
  },
  logOut: {
    weight: 1,
    draw: (chance) => ({
      do: 'logOut',
      what: one(chance, ['all', 'cache']),
      killedAt: chance.below(4),
    }),
  },
  update: { weight: 1, draw: () => ({ do: 'update' }) },
  'hand over': {
    weight: 0.6,
    draw: (chance) => ({ do: 'handOver', tab: tab(chance), goesOn: false }),
  },
  'hand over a copy': {
    weight: 0.4,
    draw: (chance) => ({
      do: 'handOver',
      tab: tab(chance),
      goesOn: true,
      comesBack: chance.is(0.3),
    }),
  },
};
