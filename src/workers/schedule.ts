import { getObserverCount } from '@/api/observers';
import { COUNTIES_EVERY_MS, FORMS_EVERY_MS, PROBE_EVERY_MS } from '@/config';
import type { ThreadList } from '@/domain/answers/thread';
import { LONGEST_WAIT_MS } from '@/domain/outbox/waits';

import type { Clients } from '@/workers/session/clients';
import { pullCounties } from '@/workers/pull/counties';
import { prefetchDetails } from '@/workers/pull/details';
import { everythingTask } from '@/workers/pull/everything';
import type { Engine, PullResult } from './engine';
import {
  FORMS_GIVE_WAY_MS,
  formsReadAt,
  refreshForms,
} from '@/workers/pull/forms';
import { pullNotifications } from '@/workers/pull/notifications';
import { pullObservers } from '@/workers/pull/observers';
import { wakeRetries, pushDue } from '@/workers/outbox/push';
import type { Runner, Task } from '@/workers/session/runner';
import { createRunner } from '@/workers/session/runner';
import type { Senders } from '@/workers/outbox/sender';
import { endHead, pullThreads, sweepThreads } from '@/workers/pull/threads';
import type { Live, MarksRead, Polled } from './live';
import { createSharing } from './triage';
import type { WholeList, WholeListTask } from '@/workers/pull/whole-list';
import { pauseAfter } from '@/domain/pause-after';
import { wholeListTask } from '@/workers/pull/whole-list';

/** After this long out of sight only unsent work goes on. */
const DOZE_AFTER_MS = 30_000;

/** A push runs at least this often: the tab that enqueued an op may die before it calls. */
const PUSH_EVERY_MS = 60_000;

/** What the schedule needs of the ways to the server, beside the engine's clients. */
type Ways = Pick<Clients, 'connection' | 'probe' | 'silence' | 'origin'>;

export interface Schedule {
  /** Pushes now: the outbox has a new op, or somebody decided about a thread. */
  ring(): void;
  /** The page came to the front, or the network came back. */
  freshen(): void;
  /** A page shows the threads of this county: their details are fetched ahead first. */
  prioritizeCounty(county: string): void;
  /** Reads the top of a list for a page, unless a reading under way brings it. */
  readHead(list: ThreadList): Promise<PullResult>;
  /** A page had this list read; a torn reading is repeated soon. */
  noteReading(list: WholeList, result: PullResult): void;
  /** Told once, before `setVisible`: every list is due anyway, waiting ops are if a user looks. */
  begin(isVisible: boolean): void;
  setVisible(isVisible: boolean): void;
  stop(): void;
}

interface ScheduleOptions {
  /** Background work, details fetched ahead among it, begins when this settles. */
  answered: Promise<void>;
  /** Read before the other one; urgent threads without it. */
  firstList: ThreadList | undefined;
  onError: (error: unknown) => void;
}

/**
 * What to pull and push, and when. Unsent work has its own runner, the tops of
 * the thread lists have theirs, everything else takes turns in the background:
 * nobody waits for a sweep.
 */
export async function startSchedule(
  engine: Engine,
  senders: Senders,
  { connection, probe: prober, silence, origin }: Ways,
  { answered, firstList, onError }: ScheduleOptions,
): Promise<Schedule> {
  const { now, config } = engine;
  const { cursors } = engine.databases.cache;
  for (const list of ['urgent', 'all'] as const) await endHead(engine, list);
  let isAnswered = false;
  let hiddenSince: number | undefined;
  let probe: ReturnType<typeof setTimeout> | undefined;
  /** Runs from one probe to the earliest next; no clock that is set shortens it. */
  let pause: ReturnType<typeof setTimeout> | undefined;

  const runners: Runner[] = [];
  const wakeAll = () => {
    for (const runner of runners) runner.wake();
  };

  const isReachable = () => {
    if (connection.isUp()) return true;
    probe ??= setTimeout(() => void ask(), PROBE_EVERY_MS);
    return false;
  };
  const isAwake = () =>
    isReachable() &&
    (hiddenSince === undefined || now() - hiddenSince < DOZE_AFTER_MS);

  /**
   * The cheapest call there is; its outcome reaches the connection by itself. It
   * does not queue behind pulls that wait for a server that is away.
   */
  async function ask(): Promise<void> {
    clearTimeout(probe);
    probe = undefined;
    if (engine.isStopped()) return;
    pause = setTimeout(() => {
      pause = undefined;
    }, PROBE_EVERY_MS);
    await getObserverCount(prober);
    if (connection.isUp()) pushSoon();
    wakeAll();
  }

  function pushSoon(): void {
    retryTask.nextAt = 0;
    push.nextAt = 0;
    marks.nextAt = 0;
  }

  const every = (ms: number, run: () => Promise<PullResult>): Task => {
    let misses = 0;
    return {
      nextAt: 0,
      atMostMs: ms,
      async run() {
        const { ok } = await run();
        misses = ok ? 0 : misses + 1;
        return now() + pauseAfter(misses, ms);
      },
    };
  };
  /** Not before the last good answer is old enough, also after a restart. */
  const since = async (resource: string, task: Task, ms: number) => {
    const last = (await cursors.get(resource))?.asOf;
    return Object.assign(task, { nextAt: last === undefined ? 0 : last + ms });
  };
  /** Due when the server answers again or a user asks, also during a push. */
  const retryTask: Task = {
    nextAt: Number.POSITIVE_INFINITY,
    async run() {
      await wakeRetries(engine);
      push.nextAt = 0;
      wakeAll();
      return Number.POSITIVE_INFINITY;
    },
  };
  let isPushing = false;
  /** Code of the county whose threads a page showed last. */
  let county: string | undefined;
  const push: Task = {
    nextAt: 0,
    atMostMs: LONGEST_WAIT_MS,
    async run() {
      isPushing = true;
      const due = await pushDue(engine, senders).finally(() => {
        isPushing = false;
        wakeAll();
      });
      return Math.min(due ?? Number.POSITIVE_INFINITY, now() + PUSH_EVERY_MS);
    },
  };
  const sharing = createSharing(engine);
  const marksRead: MarksRead = { at: Number.NEGATIVE_INFINITY, isDone: false };
  let live: Promise<Live | undefined> | undefined;
  const marks: Task = {
    nextAt: 0,
    atMostMs: config.answersRefreshMs,
    async run() {
      // Also after a clock that was set back.
      const isOld = Math.abs(now() - marksRead.at) >= config.answersRefreshMs;
      if ((isAwake() && isOld) || (await sharing.isWaiting())) {
        marksRead.at = now();
        marksRead.isDone = await sharing.run();
        // Where the server says by itself what changed; after the first rows.
        if (sharing.offers('changes')) {
          live ??= import('./live').then(
            ({ followChanges }) => followChanges(engine, origin, polled),
            // Without a connection it may not be there: another run gets it.
            () => (live = undefined),
          );
        }
      }
      return now() + config.answersRefreshMs;
    },
  };
  /** Changes on their way need the few connections that a browser opens to a server. */
  const isIdle = () => isAwake() && !isPushing;
  /** Readings of the tops of the lists that are under way. */
  const reading = new Map<ThreadList, Promise<PullResult>>();
  const head = (list: ThreadList) =>
    every(config.answersRefreshMs, () => share(list, pullHead(list)));
  const ahead = (budget: number): Task => ({
    nextAt: 0,
    atMostMs: config.answersRefreshMs,
    async run() {
      const begun = county;
      const result = await prefetchDetails(engine, {
        budget,
        county,
        mayGoOn: () => isIdle() && county === begun,
      });
      return result === 'stop' ? now() : now() + config.answersRefreshMs;
    },
  });
  const prefetch = ahead(config.prefetchThreads);
  const everything = everythingTask(engine, isIdle);
  const heads = { urgent: head('urgent'), all: head('all') };
  // One after the other: two slow answers would keep a page's own question waiting.
  const headsInTurn =
    firstList === 'all' ? [heads.all, heads.urgent] : [heads.urgent, heads.all];
  const forms = every(FORMS_EVERY_MS, () => refreshForms(engine));
  // Threads need the forms at once; forms that are here can wait for a page to ask.
  if (await formsReadAt(engine)) forms.nextAt = now() + FORMS_GIVE_WAY_MS;
  const counties = every(COUNTIES_EVERY_MS, () => pullCounties(engine));
  const wholeList = async (list: WholeList, read: () => Promise<PullResult>) =>
    wholeListTask(await cursors.get(list), read, now);
  const wholeLists: Record<WholeList, WholeListTask> = {
    'threads:urgent': await wholeList('threads:urgent', () =>
      sweepThreads(engine, 'urgent'),
    ),
    observers: await wholeList('observers', () => pullObservers(engine)),
    'threads:all': await wholeList('threads:all', () =>
      sweepThreads(engine, 'all'),
    ),
    notifications: await wholeList('notifications', () =>
      pullNotifications(engine, engine.background),
    ),
  };
  const background = [
    await since('counties', counties, COUNTIES_EVERY_MS),
    forms,
    // What the first page shows, before anything that takes long.
    ahead(config.pageSize),
    wholeLists['threads:urgent'],
    wholeLists.observers,
    wholeLists['threads:all'],
    wholeLists.notifications,
    prefetch,
    everything,
  ];
  const polled: Polled = {
    heads,
    forms,
    counties,
    wholeLists,
    marks,
    marksRead,
    isAwake,
    wakeAll,
  };
  runners.push(
    createRunner([retryTask], now, isReachable, onError),
    createRunner([push], now, isReachable, onError),
    createRunner([marks], now, () => isAnswered && isReachable(), onError),
    createRunner(headsInTurn, now, isAwake, onError),
    createRunner(background, now, () => isAnswered && isIdle(), onError),
  );
  wakeAll();
  void answered.then(() => {
    isAnswered = true;
    wakeAll();
  });
  silence.listen({
    onDoubt() {
      connection.doubt();
      // A probe that left less than five seconds ago is still to be heard of.
      if (pause === undefined) void ask();
    },
    onSilence: connection.silence,
  });

  /** The top of a list, and then what is new in it with its details. */
  async function pullHead(list: ThreadList): Promise<PullResult> {
    const result = await pullThreads(engine, list);
    noteReading(`threads:${list}`, result);
    prefetch.nextAt = 0;
    wakeAll();
    return result;
  }

  /** Lets pages wait for this reading instead of asking again. */
  function share(
    list: ThreadList,
    pulling: Promise<PullResult>,
  ): Promise<PullResult> {
    reading.set(list, pulling);
    return pulling.finally(() => {
      if (reading.get(list) === pulling) reading.delete(list);
    });
  }

  async function readHead(list: ThreadList): Promise<PullResult> {
    const known = reading.get(list);
    const shared = known && (await known);
    if (shared?.ok) return shared;
    // At the start a page asks for its list, and every list is due.
    const head = heads[list];
    const dueAt = head.nextAt;
    head.nextAt = now() + config.answersRefreshMs;
    const result = await share(list, pullHead(list));
    if (!result.ok) {
      head.nextAt = Math.min(head.nextAt, dueAt);
      wakeAll();
    }
    return result;
  }

  function noteReading(list: WholeList, result: PullResult): void {
    if (!result.isTorn) return;
    wholeLists[list].noteTorn();
    wakeAll();
  }

  function freshen(): void {
    for (const task of Object.values(heads)) task.nextAt = 0;
    everything.nextAt = 0;
    marksRead.at = Number.NEGATIVE_INFINITY;
    sendNow();
  }

  function sendNow(): void {
    pushSoon();
    if (connection.isUp() || pause !== undefined) wakeAll();
    else void ask();
  }

  return {
    ring() {
      push.nextAt = 0;
      marks.nextAt = 0;
      wakeAll();
    },
    freshen,
    prioritizeCounty(next) {
      if (next === county) return;
      county = next;
      prefetch.nextAt = 0;
      wakeAll();
    },
    readHead,
    noteReading,
    begin(isVisible) {
      if (isVisible) sendNow();
      else hiddenSince = now();
    },
    setVisible(isVisible) {
      hiddenSince = isVisible ? undefined : (hiddenSince ?? now());
      if (isVisible) freshen();
    },
    stop() {
      silence.listen(undefined);
      void live?.then((it) => it?.stop());
      clearTimeout(probe);
      clearTimeout(pause);
      for (const runner of runners) runner.stop();
    },
  };
}
