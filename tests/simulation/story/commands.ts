import * as fc from 'fast-check';

import type { CrashPoint, FaultKind, Weather } from './faults';
import { crashPoints, faultKinds } from './faults';
import type { MarkCommand } from './marks';
import { withMarks } from './marks';
import type { Traits } from './traits';

/** One thing that happens: to the user, the device, the network or the server. */
export type Command =
  | MarkCommand
  | { do: 'pass'; ms: number }
  | { do: 'sleep'; ms: number }
  | { do: 'jump'; ms: number }
  | { do: 'weather'; to: Weather }
  | { do: 'fault'; on: 'write' | 'read'; kind: FaultKind }
  | { do: 'held'; ms: number }
  | {
      do: 'edit';
      tab: number;
      at: number;
      field: 'name' | 'phone' | 'pin';
      /** A new PIN in the same edit. */
      hasPin?: boolean | undefined;
    }
  | { do: 'add'; tab: number }
  | { do: 'remove'; tab: number; at: number }
  | { do: 'editForm'; tab: number; at: number; how: 'head' | 'question' }
  | { do: 'addForm'; tab: number; code: number }
  | { do: 'publish'; tab: number; at: number }
  | { do: 'removeForm'; tab: number; at: number }
  | { do: 'addCounty'; tab: number; isTwin: boolean }
  | { do: 'editCounty'; tab: number; at: number; field: 'name' | 'order' }
  | {
      do: 'notify';
      tab: number;
      /** same: the title and text of other messages of the story. */
      text: 'new' | 'same';
      to: Audience;
      /** Enqueued twice at once, as a person may who confirms the repetition. */
      isTwice: boolean;
    }
  | {
      do: 'decide';
      tab: number;
      at: number;
      choice: 'again' | 'cancel' | 'sent' | 'mine' | 'theirs';
    }
  | { do: 'others'; what: OthersDo; at: number }
  | { do: 'server'; isShuffling: boolean; staleMs: number }
  | { do: 'pull'; tab: number; what: Pullable }
  | { do: 'open' }
  | { do: 'close'; tab: number }
  | { do: 'crash'; tab: number; point: CrashPoint }
  | { do: 'freeze'; tab: number }
  | { do: 'thaw'; tab: number }
  | { do: 'look'; tab: number; isVisible: boolean }
  | { do: 'online'; tab: number; isOnline: boolean }
  | { do: 'revoke' }
  | { do: 'signIn'; as: 0 | 1 }
  | { do: 'logOut'; what: 'all' | 'cache'; killedAt: number }
  | { do: 'update' };

/** known: everybody on the list, by name. all: everybody the server reaches. */
export type Audience = 'known' | 'firstTwo' | 'lastTwo' | 'all';

export type OthersDo =
  | 'rename'
  | 'newPhone'
  | 'delete'
  | 'add'
  | 'editForm'
  | 'publish'
  | 'deleteForm'
  | 'addThread'
  | 'touchThread'
  | 'dropThread'
  | 'loseMany'
  | 'editCounty'
  | 'colleagueWrites'
  | 'deviceWrites';

type Pullable =
  | 'pullObservers'
  | 'pullForms'
  | 'pullThreads'
  | 'pullCounties'
  | 'pullNotifications';

const tab = fc.nat(2);
const at = fc.nat(5);

function one<T extends Command['do']>(kind: T) {
  return fc.constant(kind);
}

/** How likely each is; the first of a kind that shrinks best comes first. */
const commandArbitrary: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 14,
    arbitrary: fc.record({
      do: one('pass'),
      ms: fc.constantFrom(0, 100, 1_000, 5_000, 16_000, 25_000, 65_000),
    }),
  },
  {
    weight: 12,
    arbitrary: fc.record({
      do: one('edit'),
      tab,
      at,
      field: fc.constantFrom('name', 'phone', 'name', 'phone', 'pin'),
      hasPin: fc.constantFrom(undefined, undefined, true),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: one('add'), tab }) },
  { weight: 3, arbitrary: fc.record({ do: one('remove'), tab, at }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: one('editForm'),
      tab,
      at,
      how: fc.constantFrom('head', 'question'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: one('addForm'), tab, code: fc.nat(2) }),
  },
  { weight: 3, arbitrary: fc.record({ do: one('publish'), tab, at }) },
  { weight: 2, arbitrary: fc.record({ do: one('removeForm'), tab, at }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: one('addCounty'),
      tab,
      isTwin: fc.constantFrom(false, false, true),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: one('editCounty'),
      tab,
      at,
      field: fc.constantFrom('name', 'order'),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: one('notify'),
      tab,
      text: fc.constantFrom('new', 'same', 'same'),
      to: fc.constantFrom('known', 'firstTwo', 'lastTwo', 'all'),
      isTwice: fc.constantFrom(false, false, false, true),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: one('decide'),
      tab,
      at,
      choice: fc.constantFrom('again', 'cancel', 'sent', 'mine', 'theirs'),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: one('fault'),
      on: fc.constantFrom('write', 'write', 'read'),
      kind: fc.constantFrom(...faultKinds),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: one('weather'),
      to: fc.constantFrom('good', 'good', 'cut', 'portal', 'storm', 'flaky'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: one('held'),
      ms: fc.constantFrom(5_000, 45_000, 55_000, 120_000),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: one('others'),
      what: fc.constantFrom(
        'rename',
        'newPhone',
        'delete',
        'add',
        'editForm',
        'publish',
        'deleteForm',
        'addThread',
        'touchThread',
        'dropThread',
        'loseMany',
        'editCounty',
        'colleagueWrites',
        'deviceWrites',
      ),
      at,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: one('server'),
      isShuffling: fc.boolean(),
      staleMs: fc.constantFrom(0, 0, 60_000),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: one('pull'),
      tab,
      what: fc.constantFrom(
        'pullObservers',
        'pullForms',
        'pullThreads',
        'pullCounties',
        'pullNotifications',
      ),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: one('open') }) },
  { weight: 2, arbitrary: fc.record({ do: one('close'), tab }) },
  {
    weight: 7,
    arbitrary: fc.record({
      do: one('crash'),
      tab,
      point: fc.constantFrom(...crashPoints.filter((point) => point !== 'K12')),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: one('freeze'), tab }) },
  { weight: 3, arbitrary: fc.record({ do: one('thaw'), tab }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: one('look'), tab, isVisible: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: one('online'), tab, isOnline: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: one('sleep'),
      ms: fc.constantFrom(16 * 60_000, 8 * 3_600_000),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: one('jump'),
      ms: fc.constantFrom(-86_400_000, -3_600_000, 3_600_000, 43_200_000),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: one('revoke') }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: one('signIn'), as: fc.constantFrom(0, 0, 1) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: one('logOut'),
      what: fc.constantFrom('all', 'cache'),
      killedAt: fc.nat(3),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: one('update') }) },
);

/** How many commands make one story. */
const STORY_LENGTH = 30;

/** A seed for everything that is left to chance, and what happens. */
export interface Story {
  seed: number;
  /** What of its server the seed does not decide. */
  server?: Partial<Traits> | undefined;
  /** null: a command that shrinking took out. */
  commands: (Command | null)[];
}

/** Stories of a fixed length, in which every command may shrink to nothing. */
export const storyArbitrary: fc.Arbitrary<Story> = withMarks(
  fc.record({
    seed: fc.nat(),
    commands: fc.array(
      // Almost never nothing when generated: the length is the promise.
      fc.option(commandArbitrary, { nil: null, freq: 1_000_000 }),
      { minLength: STORY_LENGTH, maxLength: STORY_LENGTH, size: 'max' },
    ),
  }),
);
