import { opKinds } from '@/domain/outbox/kinds';

import { asksFor } from './commands';
import { crashPoints, faultKinds } from './faults';
import type { Counts } from './counts';
import { count } from './counts';
import { happenings } from './happenings';
import { isLeftOut } from './known-failures';
import { readKinds, writeKinds } from '../server/request-kind';
import { sentences } from './sentences';
import type { Ending } from './story';

/** Adds up what many stories were made of. */
export interface Tally {
  add: (ending: Ending) => void;
  /** Kinds of change that nobody asked for, with what would have asked for them. */
  missingKinds: () => string[];
  /** What could have happened or been looked at, and never was. */
  missing: () => string[];
  /** The sums, for people: how often in 1,000 stories. */
  words: () => string;
}

/** What is counted, with all that has to happen: a sum that stays 0 is a hole. */
function emptySums(): Record<keyof Ending['counts'], Counts> {
  const kinds = Object.keys(opKinds);
  const isLocal = (point: string) => ['now', 'K11', 'K12'].includes(point);
  const zero = (names: readonly string[]): Counts =>
    new Map(names.map((name) => [name, 0]));
  return {
    happened: zero(kinds.flatMap((kind) => [kind, `${kind} turned away`])),
    pairs: new Map(),
    requests: zero([...writeKinds, ...readKinds]),
    faults: zero(
      faultKinds.filter(
        (fault) => happens('write', fault) || happens('read', fault),
      ),
    ),
    met: new Map(),
    crashes: zero(crashPoints),
    crashedAmid: zero(crashPoints.filter((point) => !isLocal(point))),
    lags: new Map(),
    checked: zero(Object.keys(sentences)),
  };
}

function happens(to: 'write' | 'read', fault: string): boolean {
  const name = `fault of a ${to} ${fault}`;
  return name in happenings && !isLeftOut(name);
}

export function createTally(): Tally {
  const sums = emptySums();
  let runs = 0;
  let commands = 0;
  const startedAt = process.cpuUsage();

  return {
    add(ending) {
      runs += 1;
      commands += ending.commands;
      for (const [what, counts] of Object.entries(ending.counts)) {
        const sum = sums[what as keyof Ending['counts']];
        for (const [key, times] of counts) count(sum, key, times);
      }
    },
    missingKinds: () =>
      Object.entries(asksFor)
        .filter(([kind]) => !sums.happened.get(kind))
        .map(([kind, command]) => `${kind} (${command})`),
    missing: () =>
      Object.values(sums).flatMap((counts) =>
        [...counts].flatMap(([key, times]) => (times === 0 ? [key] : [])),
      ),
    words() {
      const { user, system } = process.cpuUsage(startedAt);
      const seconds = (user + system) / 1e6;
      return [
        `simulation: ${runs} stories, ${commands} commands, ` +
          `${seconds.toFixed(1)} s of CPU; in 1,000 stories:`,
        ...Object.entries(sums).map(
          ([what, counts]) => `  ${what}: ${wordsOf(counts, runs)}`,
        ),
      ].join('\n');
    },
  };
}

/** How often each happened in 1,000 stories, the rarest first. */
function wordsOf(counts: Counts, runs: number): string {
  return [...counts]
    .map(([key, times]): [string, number] => [key, (times / runs) * 1_000])
    .sort(([, a], [, b]) => a - b)
    .map(([key, share]) => `${key} ${share.toFixed(share < 10 ? 1 : 0)}`)
    .join(', ');
}
