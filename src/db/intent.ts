import type { Table } from 'dexie';
import { Dexie } from 'dexie';

import type { CallLog } from '@/domain/calls/call';
import type { FormInput, FormMeta, Section } from '@/domain/forms/form';
import type { ObserverInput } from '@/domain/observers/observer';
import type { OfflineWish } from '@/domain/offline-choice';
import { usualWish } from '@/domain/offline-choice';
import type { OpKind } from '@/domain/outbox/kinds';
import type { Op, OpOf } from '@/domain/outbox/op';
import { withTodaysNames } from '@/domain/outbox/older-op';
import type { Outcome } from '@/domain/outbox/outcome';
import type { Plan } from '@/domain/plan/plan';
import type { MarkName, RefusedMark } from '@/domain/triage/refused';
import type { TriageHistory } from '@/domain/triage/triage';
import type { SavedView } from '@/domain/views/saved-view';

/** Evidence: one line per time an op was claimed, sent, verified or settled. */
export interface AttemptRow {
  n: number;
  opId: string;
  /** Epoch ms. */
  at: number;
  step: 'claim' | 'settle' | 'verify' | 'recover';
  outcome?: Outcome | 'applied' | 'notApplied' | 'unsure' | undefined;
  /** HTTP status, where there was one. */
  status?: number | undefined;
  /** Leader epoch. */
  epoch: number;
}

/** The server's id of something that was created here under a temporary one. */
export interface IdRow {
  /** Temporary, negative. */
  id: number;
  realId: number;
}

/** An editor's unsaved input, stored while it is typed: it survives a crash. */
interface DraftOf<Key extends string, Input, Base> {
  /** A noun and the id, or `new`. */
  draftKey: Key;
  /** Epoch ms. */
  updatedAt: number;
  input: Input;
  /** What the editor began with; absent for something new. */
  base?: Base | undefined;
}

export type FormDraftRow = DraftOf<
  `form:${string}`,
  FormInput,
  { meta: FormMeta; sections: Section[] }
>;

/** A PIN is never part of a draft; `hadPin`: one was typed, and has to be typed again. */
export type ObserverDraftRow = DraftOf<
  `observer:${string}`,
  ObserverInput & { hadPin: boolean },
  ObserverInput
>;

/** `recipients`: ids of observers; absent when it was for all, or they were not found yet. */
export type MessageDraftRow = DraftOf<
  'message:new',
  {
    title: string;
    message: string;
    recipients?: number[] | undefined;
    /** The op that it was to replace. */
    again?: string | undefined;
  },
  never
>;

export type DraftRow = FormDraftRow | ObserverDraftRow | MessageDraftRow;

/** What this user has read of a thread, on this device. */
export interface ReadRow {
  key: string;
  /** Epoch ms. */
  readAt: number;
  /** The thread's `lastModified` when it was read. */
  lastModified?: number | undefined;
  /** Hash of its details when they were read. */
  hash?: string | undefined;
  /** Marked unread again by hand. */
  isUnread?: boolean | undefined;
}

/** What staff decided about a thread: on this device, or read from a file. */
export interface TriageRow {
  /** Of the thread. */
  key: string;
  /** Never empty. */
  history: TriageHistory;
}

/** The calls to an observer: made here, or read from a file. */
export interface CallRow {
  /** The server's id, or the temporary one of an observer who was created here. */
  observerId: number;
  /** Never empty. */
  log: CallLog;
}

/** The deployment plan: one row, or none. */
export interface PlanRow extends Plan {
  name: 'plan';
}

/** A queue file that was taken in here. */
export interface TakenFile {
  /** Of the file. */
  id: string;
  /** Epoch ms at which it was taken in first. */
  at: number;
}

export interface IntentMeta {
  /** `actorKey` of the owner. */
  actor: string;
  /** Raised by every leader; older epochs may not commit. */
  leaderEpoch: number;
  /** Builds that write an older version than this may only read. */
  minWriterVersion: number;
  /** Set once: tells a recreated (emptied) database from the one we knew. */
  instanceId: string;
  /** What is kept on this device for work without a connection; absent: the usual. */
  offline: OfflineWish;
  /** When the plan that somebody declared a random sample was imported, epoch ms. */
  sampleOf: number;
  /** Oldest first; absent until one was taken in. */
  takenFiles: TakenFile[];
  /** Given up when the device is full, so that one more change can be stored. */
  reserve: Uint8Array;
}

export type IntentMetaRow = {
  [K in keyof IntentMeta]: { k: K; v: IntentMeta[K] };
}[keyof IntentMeta];

/** A key that cannot leave this browser; deleted at logout. */
export interface KeyRow {
  name: 'pin';
  key: CryptoKey;
}

/** What the user wants. Strict durability: a stored change survives a power cut. */
export class IntentDatabase extends Dexie {
  declare readonly outbox: Table<Op, number, Omit<OpOf<OpKind>, 'seq'>>;
  declare readonly attempts: Table<AttemptRow, number, Omit<AttemptRow, 'n'>>;
  declare readonly drafts: Table<DraftRow, string>;
  declare readonly idMap: Table<IdRow, number>;
  declare readonly keys: Table<KeyRow, string>;
  declare readonly reads: Table<ReadRow, string>;
  declare readonly triage: Table<TriageRow, string>;
  declare readonly refusedMarks: Table<RefusedMark, MarkName>;
  declare readonly calls: Table<CallRow, number>;
  declare readonly plan: Table<PlanRow, PlanRow['name']>;
  declare readonly views: Table<SavedView, string>;
  declare readonly meta: Table<IntentMetaRow, keyof IntentMeta>;

  constructor(name: string) {
    super(name, { cache: 'disabled', chromeTransactionDurability: 'strict' });
    // Newest first: for each version Dexie makes the tables of all later ones anew,
    // and the oldest has most of them.

    // Decisions that the server refused.
    this.version(5).stores({ refusedMarks: '[key+setAt+state+note]' });
    this.version(4).stores({ calls: 'observerId', plan: 'name', views: 'id' });
    this.version(3).stores({ triage: 'key' });
    // The names of some properties of ops changed.
    this.version(2)
      .stores({})
      .upgrade(async (transaction) => {
        await transaction
          .table('outbox')
          .toCollection()
          .modify((row: object, place: { value: object }) => {
            place.value = withTodaysNames(row);
          });
      });
    this.version(1).stores({
      outbox: '++seq, &opId, state, lane',
      attempts: '++n, opId',
      drafts: 'draftKey',
      idMap: 'id',
      keys: 'name',
      reads: 'key',
      meta: 'k',
    });
  }
}

/** What a person wants kept on this device; the usual until somebody chose. */
export async function readOfflineWish({
  meta,
}: Pick<IntentDatabase, 'meta'>): Promise<OfflineWish> {
  const row = await meta.get('offline');
  return row?.k === 'offline' ? row.v : usualWish;
}
