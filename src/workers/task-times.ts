import { AGAIN_FIRST_MS, pauseAfter } from '@/domain/pause-after';

import type { Task, TaskResult, Wake } from './tasks';

/** All that decides when a task runs next; times in epoch ms. */
export interface TaskTimes {
  /** It is not due before. */
  nextAt: number;
  /** When polling would run it again, and how long that is after its last run. */
  pollAt: number;
  intervalMs: number;
  begunAt: number;
  /** Runs in a row that did not bring everything. */
  misses: number;
  /** What it read is right as long as nothing is said to have changed. */
  isResting: boolean;
}

const NEVER = Number.POSITIVE_INFINITY;

export function newTimes(): TaskTimes {
  return {
    nextAt: NEVER,
    pollAt: NEVER,
    intervalMs: 0,
    begunAt: Number.NEGATIVE_INFINITY,
    misses: 0,
    isResting: false,
  };
}

/** Makes a task due at a time, unless it is due before. */
export function makeDue(times: TaskTimes, at: number): void {
  times.nextAt = Math.min(times.nextAt, at);
}

export function isDue({ nextAt }: TaskTimes, everyMs: number, now: number) {
  const wait = nextAt - now;
  if (wait <= 0) return true;
  // A longer wait than its own means that the clock was set back.
  return Number.isFinite(wait) && wait > everyMs;
}

/** A run begins: what happens from now on makes the task due again. */
export function noteBegin(times: TaskTimes, now: number): void {
  times.begunAt = now;
  times.isResting = false;
  times.nextAt = NEVER;
}

/**
 * A run ended. @param everyMs from one run to the next.
 * @returns whether it brought everything that it was to bring.
 */
export function noteEnd(
  times: TaskTimes,
  { tornEveryMs: mostMs }: Task,
  result: TaskResult,
  everyMs: number,
  now: number,
): boolean {
  const tornEveryMs = result.isTorn ? mostMs : undefined;
  const isMiss = !result.ok || tornEveryMs !== undefined;
  times.misses = isMiss ? times.misses + 1 : 0;
  const most = result.ok && tornEveryMs ? tornEveryMs : everyMs;
  const { dueAt = NEVER } = result;
  times.pollAt = Math.min(dueAt, now + pauseAfter(times.misses, most));
  times.intervalMs = times.pollAt - now;
  return !isMiss && !result.isPartial;
}

/** Chance and time, to spread what many clients do at once. */
export interface Spread {
  now: number;
  /** 0 to 1. */
  random: () => number;
  /** What is due at once is spread over this long. */
  withinMs: number;
}

/** Something happened on which a task wakes. @param gapMs of its row. */
export function noteWake(
  times: TaskTimes,
  wake: Wake,
  gapMs: number,
  { now, random, withinMs }: Spread,
): void {
  const at = withinMs === 0 ? 0 : now + random() * withinMs;
  switch (wake) {
    case 'now':
      return makeDue(times, at);
    case 'soon':
      return makeDue(times, Math.max(at, times.begunAt + gapMs));
    case 'later': {
      const polled = now + random() * times.intervalMs;
      return makeDue(times, Math.max(times.pollAt, polled));
    }
    case 'again':
      // The pauses of a list that is read again already are not cut short.
      if (times.misses > 0) return undefined;
      times.misses = 1;
      return makeDue(times, now + AGAIN_FIRST_MS);
  }
}

/** What was read before may have changed unheard: polling goes on. */
export function endRest(times: TaskTimes): void {
  if (times.isResting) makeDue(times, times.pollAt);
  times.isResting = false;
}
