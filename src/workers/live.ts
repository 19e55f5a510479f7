import type { Origin } from '@/api/api-fetch';
import type { ChangeEvent } from '@/api/changes';
import { openChanges } from '@/api/changes';

import { commit } from './engine/commit';
import type { Engine } from './engine/engine';
import type { Scheduler } from './scheduler';

/** A stream of changes that says nothing for so long is broken: it beats every 10 s. */
const SILENCE_MS = 25_000;
/** An event this old when it arrives proves nothing of now. */
const LAG_MS = 30_000;
/** How often a beat moves the time for which the lists are known to be right. */
const NOTE_EVERY_MS = 30_000;
/** The pause before a stream is opened again; it doubles with each failure. */
const RETRY_MS = 2_000;
const RETRY_MAX_MS = 60_000;
/** Clients that hear the same read within this long of each other. */
const SPREAD_MS = 400;

export interface Live {
  stop(): void;
}

/**
 * Follows the server's stream of changes (docs/offline-design.md 6.5) and tells the
 * scheduler what it says: while the stream is heard, what was read since it opened
 * is not asked for again until the server says that it changed. Without it
 * everything is polled.
 */
export function followChanges(
  engine: Engine,
  origin: Origin,
  scheduler: Scheduler,
): Live {
  const { now, random } = engine;
  /** Epoch ms since when no change can have been missed; undefined: one can. */
  let coveredSince: number | undefined;
  let isHeard = false;
  let lastId: string | undefined;
  let failures = 0;
  let notedAt = 0;
  /** What the last beat said. */
  let wasDiskLow: boolean | undefined;
  let isStopped = false;
  let current: AbortController | undefined;
  let waiting: ReturnType<typeof setTimeout> | undefined;

  async function hear(controller: AbortController): Promise<void> {
    let silence: ReturnType<typeof setTimeout> | undefined;
    const listen = () => {
      clearTimeout(silence);
      silence = setTimeout(() => controller.abort(), SILENCE_MS);
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
        if (Math.abs(lag) > LAG_MS || !scheduler.isAwake()) break;
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

  async function take(event: ChangeEvent, saidAt: number) {
    const { id, name, kinds, isDiskLow } = event;
    if (name === 'everything') coveredSince = now();
    isHeard = true;
    scheduler.cover(coveredSince);
    scheduler.happened(
      name === 'everything' ? ['everything'] : kinds,
      SPREAD_MS,
    );
    lastId = id;
    if (name !== 'beat') return;
    failures = 0;
    if (isDiskLow !== wasDiskLow) await noteDisk(isDiskLow);
    wasDiskLow = isDiskLow;
    if (Math.abs(now() - notedAt) < NOTE_EVERY_MS) return;
    notedAt = now();
    await noteCurrent(saidAt);
  }

  async function noteDisk(v: boolean): Promise<void> {
    await commit(engine, ['meta'], async ({ meta }) => {
      const row = await meta.get('isServerDiskLow');
      if ((row?.v ?? false) !== v) await meta.put({ k: 'isServerDiskLow', v });
    });
  }

  /** What is at rest was right when the server announced this beat to itself. */
  async function noteCurrent(at: number): Promise<void> {
    const resources = scheduler.current();
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
    scheduler.cover(undefined);
    scheduler.happened(['streamLost'], RETRY_MS);
  }

  function pause(): number {
    const most = Math.min(RETRY_MAX_MS, RETRY_MS * 2 ** failures);
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
    if (!scheduler.isAwake()) return retryIn(RETRY_MS);
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
