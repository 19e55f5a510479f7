import { setTimeout as sleep } from 'node:timers/promises';

import { SimulationError } from './day';
import type { PlayedDay } from './day';
import { ServerRefusal } from './phone';

/** Steps that may wait for the server at the same time. */
const MOST_IN_FLIGHT = 8;
/** A line is printed each time that so many sections were sent. */
const SECTIONS_PER_LINE = 20;
const PAUSE_AFTER_FAILURE_MS = 3_000;

interface Totals {
  /** Sections of forms sent. */
  sections: number;
  answers: number;
  threads: number;
  urgent: number;
  notes: number;
  failed: number;
}

interface RunOptions {
  /** The server's address, for what is said about it. */
  url: string;
  /** Sections and lone notes sent per minute. */
  perMinute: number;
  /** How long to wait while the server is away, in milliseconds. */
  pauseMs?: number | undefined;
  /** Stops the run; what is on its way is waited for. */
  signal: AbortSignal;
  say: (line: string) => void;
}

/**
 * Plays a day at a steady pace until the signal.
 *
 * Out: the totals. Rejects with a `SimulationError` when nothing could be sent
 * at all or when the server is no demo; once something was sent, a server that
 * is away is told once and tried again.
 */
export async function runDay(
  day: PlayedDay,
  { url, perMinute, pauseMs = PAUSE_AFTER_FAILURE_MS, signal, say }: RunOptions,
): Promise<Totals> {
  const totals: Totals = {
    sections: 0,
    answers: 0,
    threads: 0,
    urgent: 0,
    notes: 0,
    failed: 0,
  };
  const gapMs = 60_000 / perMinute;
  const inFlight = new Set<Promise<void>>();
  let hasSent = false;
  let fatal: SimulationError | undefined;
  let isAway = false;
  let next = performance.now();

  // The first step alone: a wrong address is one sentence, not eight.
  await playOne();
  while (!signal.aborted && !fatal) {
    next = Math.max(next + gapMs, performance.now() - gapMs);
    await pause(isAway ? pauseMs : next - performance.now());
    if (signal.aborted) break;
    const step = playOne().finally(() => inFlight.delete(step));
    inFlight.add(step);
    if (isAway || inFlight.size >= MOST_IN_FLIGHT) await Promise.race(inFlight);
  }
  await Promise.all(inFlight);
  if (fatal) throw fatal;
  return totals;

  async function playOne(): Promise<void> {
    try {
      const result = await day.step();
      hasSent = true;
      totals.answers += result.answers;
      totals.notes += result.notes;
      if (result.isFirst) totals.threads += 1;
      if (result.isUrgent) totals.urgent += 1;
      if (isAway) say('The server is back.');
      isAway = false;
      // A step without answers was a note alone.
      if (result.answers === 0) return;
      totals.sections += 1;
      if (totals.sections % SECTIONS_PER_LINE === 0) {
        say(describeTotals(totals));
      }
    } catch (error) {
      if (error instanceof SimulationError) {
        fatal ??= error;
        return;
      }
      totals.failed += 1;
      const isRefusal = error instanceof ServerRefusal;
      if (!hasSent) {
        fatal ??= new SimulationError(
          isRefusal
            ? `${url} is not a server that works: ${error.message}`
            : `${url} does not answer. Start the server first: npm start`,
        );
      } else if (isRefusal) {
        say(error.message);
      } else if (!isAway) {
        isAway = true;
        say('The server does not answer; trying again until it does.');
      }
    }
  }

  async function pause(ms: number): Promise<void> {
    try {
      await sleep(Math.max(ms, 0), undefined, { signal });
    } catch {
      // Aborted: the loop looks at the signal itself.
    }
  }
}

/** The totals as one line for a person. */
export function describeTotals(totals: Totals): string {
  const { sections, answers, threads, urgent, notes, failed } = totals;
  const line = `${sections} sections, ${answers} answers, ${threads} threads (${urgent} flagged), ${notes} notes`;
  return failed > 0 ? `${line}, ${failed} failed` : line;
}
