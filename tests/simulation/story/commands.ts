import type { OpKind } from '@/domain/outbox/kinds';

import type { RequestKind } from '../server/request-kind';
import type { CrashPoint, FaultKind, Weather } from './faults';
import type { MarkCommand } from './marks';
import type { Traits } from './traits';

/** One thing that happens: to the user, the device, the network or the server. */
export type Command =
  | UserCommand
  | Exclude<MarkCommand, UserCommand>
  | { do: 'pass'; ms: number }
  | { do: 'sleep'; ms: number }
  | { do: 'jump'; ms: number }
  | { do: 'weather'; to: Weather }
  | { do: 'fault'; on: 'write' | 'read' | RequestKind; kind: FaultKind }
  | { do: 'held'; ms: number }
  /** From now on, for ever: not what faults are for. */
  | { do: 'probe'; how: Probe }
  | { do: 'others'; what: OthersDo; at: number }
  | { do: 'server'; isShuffling: boolean; staleMs: number }
  | { do: 'pull'; tab: number; what: Pullable }
  | { do: 'read'; tab: number; at: number }
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
  | { do: 'update' }
  | {
      do: 'handOver';
      tab: number;
      /** This device goes on with what it saved to the file. */
      goesOn: boolean;
      /** The other device saves what it took over, and the file comes back. */
      comesBack?: boolean;
    };

/** What an edit changes of a form. */
export type FormEdit = 'head' | 'question' | 'reword' | 'remove';

/** What a user does on a page. */
export type UserCommand = { tab: number } & (
  | {
      do: 'edit';
      at: number;
      field: 'name' | 'phone' | 'pin';
      /** A new PIN in the same edit. */
      hasPin?: boolean | undefined;
    }
  | { do: 'add' }
  | { do: 'remove'; at: number }
  | { do: 'editForm'; at: number; how: FormEdit }
  | { do: 'addForm'; code: number }
  | { do: 'publish'; at: number }
  | { do: 'removeForm'; at: number }
  | { do: 'addCounty'; isTwin: boolean }
  | { do: 'editCounty'; at: number; field: 'name' | 'order' }
  | {
      do: 'notify';
      /** same: the title and text of other messages of the story. */
      text: 'new' | 'same';
      to: Audience;
      /** Enqueued twice at once, as a person may who confirms the repetition. */
      isTwice: boolean;
    }
  | {
      do: 'decide';
      at: number;
      choice: 'again' | 'cancel' | 'sent' | 'mine' | 'theirs';
    }
  | Extract<MarkCommand, { tab: number }>
) & {
    /** Another input follows before this one is stored. */
    isHasty?: true | undefined;
  };

/** What a user does to ask for each kind of change. */
export const asksFor: Record<OpKind, UserCommand['do']> = {
  'observer.create': 'add',
  'observer.update': 'edit',
  'observer.delete': 'remove',
  'form.create': 'addForm',
  'form.update': 'editForm',
  'form.publish': 'publish',
  'form.delete': 'removeForm',
  'notification.send': 'notify',
  'county.create': 'addCounty',
  'county.update': 'editCounty',
};

/** How the question after extensions ends: as on any server, with an error, or never. */
export type Probe = 'answered' | 'fails' | 'silent';

/** known: everybody on the list, by name. all: everybody the server reaches. */
export type Audience = 'known' | 'firstTwo' | 'lastTwo' | 'all';

export type OthersDo =
  | 'rename'
  | 'newPhone'
  | 'delete'
  | 'add'
  | 'editForm'
  | 'recodeForm'
  | 'publish'
  | 'deleteForm'
  | 'addThread'
  | 'touchThread'
  | 'dropThread'
  | 'loseMany'
  | 'editCounty'
  | 'deleteCounty'
  | 'colleagueWrites'
  | 'deviceWrites';

export type Pullable =
  | 'pullObservers'
  | 'pullForms'
  | 'pullThreads'
  | 'pullCounties'
  | 'pullNotifications';

/** A seed for everything that is left to chance, and what happens. */
export interface Story {
  seed: number;
  /** What of its server the seed does not decide. */
  server?: Partial<Traits> | undefined;
  commands: readonly Command[];
}
