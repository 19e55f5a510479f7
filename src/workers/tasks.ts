import type { ChangeKind } from '@/api/changes';
import type { Config } from '@/config';
import { COUNTIES_EVERY_MS, FORMS_EVERY_MS, SWEEP_EVERY_MS } from '@/config';
import type { ThreadList } from '@/domain/answers/thread';
import { BACKOFF_MAX_MS } from '@/domain/outbox/waits';

import { pushDue, wakeRetries } from '@/workers/outbox/push';
import type { Senders } from '@/workers/outbox/sender';
import { countiesDueAt, pullCounties } from '@/workers/pull/counties';
import { formsDueAt, pullForms } from '@/workers/pull/forms';
import { pullNotifications } from '@/workers/pull/notifications';
import { pullObservers } from '@/workers/pull/observers';
import { pullThreads, sweepThreads } from '@/workers/pull/threads';
import type { WholeList } from '@/workers/pull/whole-list';
import { wholeListDueAt } from '@/workers/pull/whole-list';
import type { Engine, PullResult } from './engine/engine';
import { pulled, withPart } from './engine/engine';
import type { Sharing } from './triage';

/** What happened, for tasks that wake on it. The stream of changes says the kinds of change. */
export type Happening =
  | ChangeKind
  /** The stream says that anything may have changed, or it begins anew. */
  | 'everything'
  | 'streamLost'
  /** The outbox has a new op, or somebody decided about a thread. */
  | 'enqueued'
  /** What waited only for the server to answer is due. */
  | 'retriesWoken'
  /** The server answers again, or a user looks: what is unsent is tried. */
  | 'reachable'
  /** The page came to the front, or the network came back. */
  | 'front'
  /** The top of a list of threads was read. */
  | 'headRead'
  /** A page shows the threads of another county than before. */
  | 'countyShown'
  /** A reading of this list was torn (see `readUntilClean`). */
  | `torn:${WholeList}`;

/** How soon a task is due after something happened. */
export type Wake =
  /** At once. */
  | 'now'
  /** At once, and `gapMs` after its last run at the earliest. */
  | 'soon'
  /** When it would be polled: it costs much, or the change is a detail of it. */
  | 'later'
  /** After the pause of a first miss; the longer pauses of later misses hold. */
  | 'again';

/** How a run ended. */
export type TaskResult = PullResult & {
  /** Epoch ms at which it is due again, in place of `everyMs` after the run. */
  dueAt?: number | undefined;
  /** Something was left for the next run. */
  isPartial?: true | undefined;
};

/** What every task works with. */
export interface TaskContext {
  engine: Engine;
  senders: Senders;
  sharing: Sharing;
  /** Code of the county whose threads a page showed last. */
  county: string | undefined;
  happened(what: Happening): void;
  /** Opens the server's stream of changes, once. */
  followChanges(): void;
}

/** Something that the leader does again and again. */
export interface Task {
  /**
   * Tasks of one queue run one at a time, the first that is due in the order of
   * the table; queues run side by side.
   */
  queue: 'retries' | 'push' | 'marks' | 'heads' | 'background';
  /**
   * From the end of a run to the next one, in ms; also the longest that it waits,
   * after a clock that was set back. Misses shorten it (`pauseAfter`).
   */
  everyMs: number | ((config: Config) => number);
  /**
   * A torn reading is a miss, and the next one follows after this long at the latest,
   * in ms. Without it a torn reading is as good as any.
   */
  tornEveryMs?: number | undefined;
  /** Epoch ms at which a new leader runs it first; without it at once. */
  firstAt?: ((engine: Engine) => Promise<number>) | undefined;
  /** @param mayGoOn false once something else needs the line: long work ends there. */
  run(context: TaskContext, mayGoOn: () => boolean): Promise<TaskResult>;
  wakesOn?: Partial<Record<Happening, Wake>> | undefined;
  /** From the beginning of a run to the next one that a change asks for, in ms. */
  gapMs?: number | undefined;
  /**
   * Resources that it brings up to date; their cursors say whether a run did. A
   * task with this field rests while the stream of changes says nothing about it.
   */
  reads?: readonly string[] | undefined;
  /** It runs also while no page is looked at. */
  whileHidden?: true | undefined;
  /** It runs also while changes are on their way: a browser opens few connections. */
  duringPush?: true | undefined;
  /** It waits until the first screen has its answers. */
  afterFirstScreen?: true | undefined;
}

/** A push runs at least this often: the tab that enqueued an op may die before it calls. */
const PUSH_EVERY_MS = 60_000;

/** How often it is looked for pictures that are not kept yet. */
const PICTURES_EVERY_MS = 5 * 60_000;

type OfflineTask =
  | 'readBulkDetails'
  | 'readForOffline'
  | 'readPictures'
  | 'readFirst'
  | 'readAhead';

const refresh = ({ answersRefreshMs }: Config) => answersRefreshMs;
const never = async () => Number.POSITIVE_INFINITY;

/** The tops of the lists go on during a push: a user waits for them. */
const head = { queue: 'heads', everyMs: refresh, duringPush: true } as const;
const marks = {
  queue: 'marks',
  everyMs: refresh,
  duringPush: true,
  afterFirstScreen: true,
} as const;
const background = { queue: 'background', afterFirstScreen: true } as const;

/**
 * Reads a whole list. While it is torn it is read again for as long as it takes:
 * until then screens say that the list is incomplete, and nothing may be concluded
 * from absence.
 */
const sweep = (list: WholeList) => ({
  ...background,
  everyMs: SWEEP_EVERY_MS,
  tornEveryMs: BACKOFF_MAX_MS,
  firstAt: (engine: Engine) => wholeListDueAt(engine, list),
  reads: [list],
});

/** Everything that the leader does by itself, in order of urgency within a queue. */
export const tasks = {
  retries: {
    queue: 'retries',
    everyMs: Number.POSITIVE_INFINITY,
    firstAt: never,
    whileHidden: true,
    duringPush: true,
    wakesOn: { reachable: 'now', front: 'now' },
    async run({ engine, happened }) {
      await wakeRetries(engine);
      happened('retriesWoken');
      return pulled;
    },
  },
  push: {
    queue: 'push',
    everyMs: PUSH_EVERY_MS,
    whileHidden: true,
    duringPush: true,
    wakesOn: {
      enqueued: 'now',
      retriesWoken: 'now',
      reachable: 'now',
      front: 'now',
    },
    async run({ engine, senders }) {
      return { ok: true, dueAt: await pushDue(engine, senders) };
    },
  },
  marks: {
    ...marks,
    wakesOn: { front: 'now', everything: 'now', marks: 'soon' },
    gapMs: 1_000,
    reads: [],
    run: shareMarks,
  },
  'own-marks': {
    ...marks,
    whileHidden: true,
    wakesOn: { enqueued: 'now', reachable: 'now', front: 'now' },
    run: async (context) =>
      (await context.sharing.isWaiting()) ? shareMarks(context) : pulled,
  },
  'head:urgent': {
    ...head,
    wakesOn: {
      front: 'now',
      everything: 'now',
      streamLost: 'now',
      urgent: 'soon',
      threads: 'later',
      observers: 'later',
      places: 'later',
    },
    gapMs: 1_000,
    reads: ['threads:urgent'],
    run: (context) => readHead(context, 'urgent'),
  },
  'head:all': {
    ...head,
    wakesOn: {
      front: 'now',
      everything: 'now',
      streamLost: 'now',
      threads: 'soon',
      observers: 'later',
      places: 'later',
    },
    gapMs: 5_000,
    reads: ['threads:all'],
    run: (context) => readHead(context, 'all'),
  },
  counties: {
    ...background,
    everyMs: COUNTIES_EVERY_MS,
    firstAt: countiesDueAt,
    wakesOn: { places: 'soon' },
    gapMs: 60_000,
    reads: ['counties'],
    run: ({ engine }) => pullCounties(engine),
  },
  forms: {
    ...background,
    everyMs: FORMS_EVERY_MS,
    firstAt: formsDueAt,
    wakesOn: { forms: 'soon' },
    gapMs: 60_000,
    reads: ['forms:public', 'forms:draft'],
    run: ({ engine }) => pullForms(engine),
  },
  /** What the first page shows, before anything that takes long. */
  'first-details': {
    ...background,
    everyMs: refresh,
    run: offline('readFirst'),
  },
  'threads:urgent': {
    ...sweep('threads:urgent'),
    wakesOn: {
      'torn:threads:urgent': 'again',
      urgent: 'later',
      threads: 'later',
      observers: 'later',
      places: 'later',
    },
    run: ({ engine }) => sweepThreads(engine, 'urgent'),
  },
  observers: {
    ...sweep('observers'),
    wakesOn: { 'torn:observers': 'again', observers: 'soon' },
    gapMs: 5 * 60_000,
    run: ({ engine }) => pullObservers(engine),
  },
  'threads:all': {
    ...sweep('threads:all'),
    wakesOn: {
      'torn:threads:all': 'again',
      urgent: 'later',
      threads: 'later',
      observers: 'later',
      places: 'later',
    },
    run: ({ engine }) => sweepThreads(engine, 'all'),
  },
  notifications: {
    ...sweep('notifications'),
    wakesOn: { 'torn:notifications': 'again', notifications: 'soon' },
    gapMs: 10_000,
    run: ({ engine }) => pullNotifications(engine, engine.background),
  },
  /** All details that are wanted here, where the server gives those of many in one reply. */
  'bulk-details': {
    ...background,
    everyMs: refresh,
    wakesOn: { front: 'now', headRead: 'soon', notes: 'soon' },
    gapMs: 5_000,
    reads: ['details:all'],
    run: offline('readBulkDetails'),
  },
  details: {
    ...background,
    everyMs: refresh,
    wakesOn: { headRead: 'now', countyShown: 'now' },
    run: offline('readAhead'),
  },
  /** What else the user wants here without a connection. */
  offline: {
    ...background,
    everyMs: SWEEP_EVERY_MS,
    wakesOn: { front: 'now' },
    run: offline('readForOffline'),
  },
  /** Pictures of urgent threads, reduced. */
  pictures: {
    ...background,
    everyMs: PICTURES_EVERY_MS,
    wakesOn: { front: 'later' },
    run: offline('readPictures'),
  },
} satisfies Record<string, Task>;

export type TaskName = keyof typeof tasks;

/** Sends the marks that wait and reads those of others; then their stream may be followed. */
async function shareMarks({
  sharing,
  followChanges,
}: TaskContext): Promise<TaskResult> {
  const isDone = await sharing.run();
  // Where the server says by itself what changed; after the first rows.
  if (sharing.offers('changes')) followChanges();
  return isDone ? pulled : { ok: true, isPartial: true };
}

/** Reads the top of a list; what is new in it gets its details. */
async function readHead(
  { engine, happened }: TaskContext,
  list: ThreadList,
): Promise<TaskResult> {
  const result = await pullThreads(engine, list);
  if (result.isTorn) happened(`torn:threads:${list}`);
  happened('headRead');
  return result;
}

/** A task of the part that keeps what is wanted without a connection. */
function offline(name: OfflineTask): Task['run'] {
  return (context, mayGoOn) =>
    withPart(
      () => import('./offline-tasks'),
      (part) => part[name](context, mayGoOn),
    );
}
