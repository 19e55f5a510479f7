import type { ChangeEvent } from '@/api/changes';
import { openChanges } from '@/api/changes';
import type { Origin } from '@/api/client';
import { FORMS_EVERY_MS } from '@/config';
import type { ThreadList } from '@/domain/answers/thread';

import { pullForms } from '@/workers/pull/forms';
import type { WholeList } from '@/workers/pull/whole-list';
import type { Task } from '@/workers/session/runner';
import { commit } from './commit';
import type { Engine } from './engine';
import { followTask, type Series } from './live-series';
import {
  LIVE_GAP_MS,
  LIVE_LAG_MS,
  LIVE_NOTE_EVERY_MS,
  LIVE_RETRY_MAX_MS,
  LIVE_RETRY_MS,
  LIVE_SILENCE_MS,
  LIVE_SPREAD_MS,
} from './live-times';

export interface Live {
  stop(): void;
}

/** How the marks of others were last asked for. */
export interface MarksRead {
  /** Epoch ms; they are not asked for again soon after it. */
  at: number;
  /** Whether all of them came. */
  isDone: boolean;
}

/** Everything that is polled. */
export interface Polled {
  heads: Record<ThreadList, Task>;
  forms: Task;
  counties: Task;
  wholeLists: Record<WholeList, Task>;
  marks: Task;
  marksRead: MarksRead;
  isAwake: () => boolean;
  wakeAll: () => void;
}

/**
 * Follows the server's stream of changes (docs/offline-design.md 6.5): while it
 * is heard, what was read since it opened is not asked for again until the server
 * says that it changed. Without it everything is polled as ever.
 */
export function followChanges(
  engine: Engine,
  origin: Origin,
  polled: Polled,
): Live {
  const { now, random } = engine;
  /** Epoch ms since when no change can have been missed; undefined: one can. */
  let coveredSince: number | undefined;
  let isHeard = false;
  let lastId: string | undefined;
  let failures = 0;
  let notedAt = 0;
  let isStopped = false;
  let current: AbortController | undefined;
  let waiting: ReturnType<typeof setTimeout> | undefined;

  const since = () => (isHeard ? coveredSince : undefined);
  const follow = (task: Task, series: Partial<Series>) =>
    followTask(engine, task, series, since);
  const { heads, forms, counties, wholeLists, marks } = polled;
  const { marksRead, isAwake, wakeAll } = polled;
  const forgetMarks = () => {
    marksRead.at = Number.NEGATIVE_INFINITY;
  };
  const rows = ['observers', 'places'];
  const sweep = (list: ThreadList) =>
    follow(wholeLists[`threads:${list}`], {
      read: [`threads:${list}`],
      later: ['urgent', 'threads', ...rows],
    });
  const all = [
    follow(heads.urgent, {
      read: ['threads:urgent'],
      speaks: true,
      soon: ['urgent'],
      later: ['threads', ...rows],
      gapMs: LIVE_GAP_MS.urgent,
    }),
    follow(heads.all, {
      read: ['threads:all'],
      speaks: true,
      soon: ['threads'],
      later: rows,
      gapMs: LIVE_GAP_MS.threads,
    }),
    follow(marks, {
      isRead: () => marksRead.isDone,
      onChange: forgetMarks,
      soon: ['marks'],
      gapMs: LIVE_GAP_MS.marks,
    }),
    follow(forms, {
      async readNow() {
        await pullForms(engine);
        return now() + FORMS_EVERY_MS;
      },
      read: ['forms:public', 'forms:draft'],
      speaks: true,
      soon: ['forms'],
      gapMs: LIVE_GAP_MS.forms,
    }),
    follow(counties, {
      read: ['counties'],
      speaks: true,
      soon: ['places'],
      gapMs: LIVE_GAP_MS.places,
    }),
    follow(wholeLists.observers, {
      read: ['observers'],
      speaks: true,
      soon: ['observers'],
      gapMs: LIVE_GAP_MS.observers,
    }),
    follow(wholeLists.notifications, {
      read: ['notifications'],
      speaks: true,
      soon: ['notifications'],
      gapMs: LIVE_GAP_MS.notifications,
    }),
    sweep('urgent'),
    sweep('all'),
  ];

  /** Everything may have changed: the quick series at once, the others when they would be polled. */
  function readEverything(): void {
    coveredSince = now();
    forgetMarks();
    for (const each of all) each.poll();
    for (const task of [heads.urgent, heads.all, marks])
      soon(task, LIVE_SPREAD_MS);
  }

  async function hear(controller: AbortController): Promise<void> {
    let silence: ReturnType<typeof setTimeout> | undefined;
    const listen = () => {
      clearTimeout(silence);
      silence = setTimeout(() => controller.abort(), LIVE_SILENCE_MS);
    };
    listen();
    try {
      const askedAt = now();
      const opened = await openChanges(origin, lastId, controller.signal);
      if (!('events' in opened)) {
        // It was offered a moment ago: another release, which has it no longer.
        if (opened.status === 404) isStopped = true;
        failures += 1;
        return retryIn(Math.max(opened.retryAfterMs, pause()));
      }
      let openedAt: number | undefined;
      for await (const event of opened.events) {
        if (controller.signal.aborted) break;
        listen();
        // By this device's clock the server said it at this time, or later.
        openedAt ??= event.at;
        const lag = now() - (askedAt + event.at - openedAt);
        // A line that holds events back, a sleep of the machine, a clock that was set.
        if (Math.abs(lag) > LIVE_LAG_MS || !isAwake()) break;
        await take(event, now() - Math.max(0, lag));
      }
    } catch {
      // The line broke. What it means for polling is the same as a quiet end.
    } finally {
      clearTimeout(silence);
      controller.abort();
      lose();
    }
    retryIn(pause());
  }

  async function take({ id, name, kinds }: ChangeEvent, saidAt: number) {
    if (name === 'everything') readEverything();
    isHeard = true;
    for (const each of all) each.announce(kinds);
    lastId = id;
    wakeAll();
    if (name !== 'beat') return;
    failures = 0;
    if (now() - notedAt < LIVE_NOTE_EVERY_MS) return;
    notedAt = now();
    await noteCurrent(saidAt);
  }

  /** What is at rest was right when the server announced this beat to itself. */
  async function noteCurrent(at: number): Promise<void> {
    const resources = all.flatMap((each) => each.spokenFor());
    await commit(engine, ['cursors'], async ({ cursors }) => {
      for (const resource of resources) {
        const row = await cursors.get(resource);
        if (!row || row.failure || (row.asOf ?? at) >= at) continue;
        await cursors.update(resource, { asOf: at });
      }
    });
  }

  /** At once, but not all clients in the same moment. */
  function lose(): void {
    if (!isHeard) return;
    isHeard = false;
    for (const each of all) each.poll();
    for (const task of Object.values(heads)) soon(task, LIVE_RETRY_MS);
    wakeAll();
  }

  function soon(task: Task, withinMs: number): void {
    task.nextAt = Math.min(task.nextAt, now() + random() * withinMs);
  }

  function pause(): number {
    const most = Math.min(LIVE_RETRY_MAX_MS, LIVE_RETRY_MS * 2 ** failures);
    failures += 1;
    return most * (0.5 + random() / 2);
  }

  function retryIn(ms: number): void {
    clearTimeout(waiting);
    if (!isStopped) waiting = setTimeout(connect, ms);
  }

  function connect(): void {
    waiting = undefined;
    if (isStopped || engine.isStopped()) return;
    // A server that is away is asked by the probe alone, and for a hidden page nothing is.
    if (!isAwake()) return retryIn(LIVE_RETRY_MS);
    current = new AbortController();
    void hear(current);
  }

  connect();
  return {
    stop() {
      isStopped = true;
      clearTimeout(waiting);
      current?.abort();
    },
  };
}
