import { opKinds } from '@/domain/outbox/op';

import { crashPoints, faultKinds } from './faults';
import { sentences } from './sentences';
import type { Ending } from './story';

/** Adds up what many stories were made of. */
export interface Tally {
  add: (ending: Ending) => void;
  /** What could have happened or been looked at, and never was. */
  missing: () => string[];
  /** The sums, for people. */
  words: () => string;
}

type Sums = Map<string, number>;

export function createTally(): Tally {
  const faults: Sums = new Map(faultKinds.map((kind) => [kind, 0]));
  const crashes: Sums = new Map(crashPoints.map((point) => [point, 0]));
  const checked: Sums = new Map(Object.keys(sentences).map((id) => [id, 0]));
  const happened: Sums = new Map(
    Object.keys(opKinds).flatMap((kind) => [
      [kind, 0],
      [`${kind} turned away`, 0],
    ]),
  );
  let runs = 0;
  let commands = 0;
  const startedAt = process.cpuUsage();

  return {
    add(ending) {
      runs += 1;
      commands += ending.commands;
      addAll(faults, ending.faults);
      addAll(crashes, ending.crashes);
      addAll(checked, ending.checked);
      addAll(happened, ending.happened);
    },
    missing: () =>
      [faults, crashes, checked, happened].flatMap((sums) =>
        [...sums].flatMap(([key, count]) => (count === 0 ? [key] : [])),
      ),
    words() {
      const { user, system } = process.cpuUsage(startedAt);
      const seconds = ((user + system) / 1e6).toFixed(1);
      return [
        `simulation: ${runs} runs, ${commands} commands, ${seconds} s of CPU`,
        `  happened: ${wordsOf(happened)}`,
        `  faults: ${wordsOf(faults)}`,
        `  crashes: ${wordsOf(crashes)}`,
        `  looked at: ${wordsOf(checked)}`,
      ].join('\n');
    },
  };
}

function addAll(sums: Sums, more: ReadonlyMap<string, number>): void {
  for (const [key, count] of more) sums.set(key, (sums.get(key) ?? 0) + count);
}

function wordsOf(sums: Sums): string {
  return Array.from(sums, ([key, count]) => `${key} ${count}`).join(', ');
}
