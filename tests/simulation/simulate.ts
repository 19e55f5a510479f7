import { appendFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

import { afterAll, beforeAll, expect, it } from 'vitest';

import packageFile from '../../package.json' with { type: 'json' };
import { loadPages } from './device/page';
import { seedOf } from './story/chance';
import type { Story } from './story/commands';
import { storyOf } from './story/generate';
import { shrink } from './story/shrink';
import type { Ending } from './story/story';
import { tell } from './story/story';
import { createTally } from './story/tally';

/** Stories in one `npm test`; `npm run test:faults` tells 2,000. */
const RUNS = Number(process.env['SIMULATION_RUNS'] ?? 60);
/**
 * Number of the first story; every number tells another one, always the same. Each
 * version of the app is told stories that no version before it was told.
 */
const FIRST = Number(
  process.env['SIMULATION_FIRST'] ?? seedOf(0, packageFile.version) >>> 1,
);
/** Whether the first failing story ends it, as it is: enough for a mutant. */
const ENDS_AT_FIRST = process.env['SIMULATION_SHRINKS'] === 'no';
/** A file that gets, as Markdown, what broke: the summary of a run of CI. */
const SUMMARY = process.env['SIMULATION_SUMMARY'];
/** From so many runs on, every kind of change must have happened. */
const RUNS_TO_SEE_KINDS = 30;
/** From so many runs on, everything that can happen must have happened. */
const RUNS_TO_SEE_ALL = 1_000;

/** A line says how far it is after so many stories. */
const PROGRESS_EVERY = 500;

/** A story that broke a promise. */
interface Failure {
  seed: number;
  /** The promise, or that the story never ended. */
  promise: string;
  complaints: string[];
}

/**
 * Tells one share of the stories, so that several workers take part. All are told,
 * also after one that fails; then the first that broke each promise is made short.
 * @param share from 0; @param shares how many there are.
 */
export function simulate(share: number, shares: number): void {
  const from = FIRST + Math.floor((RUNS * share) / shares);
  const to = FIRST + Math.floor((RUNS * (share + 1)) / shares);
  const tally = createTally();

  beforeAll(async () => {
    await loadPages();
    // Many stories wait for nothing: they take the processor that others leave. Not
    // before all is loaded, as starting a worker has a time limit.
    if (RUNS >= RUNS_TO_SEE_ALL) setPriority(constants.priority.PRIORITY_LOW);
  });

  it(
    `holds every promise in the stories from ${from} to ${to - 1}`,
    { timeout: 24 * 3_600_000 },
    async () => {
      const failures: Failure[] = [];
      for (let seed = from; seed < to; seed += 1) {
        const failure = await failureOf(storyOf(seed), tally.add);
        const told = seed + 1 - from;
        if (told % PROGRESS_EVERY === 0) {
          process.stdout.write(`told ${told} of ${to - from}\n`);
        }
        if (!failure) continue;
        failures.push(failure);
        if (ENDS_AT_FIRST) break;
        process.stdout.write(`story ${seed}: ${failure.complaints[0]}\n`);
      }
      if (!ENDS_AT_FIRST) await explain(failures);
      expect(failures.length, failures.map(inWords).join('\n')).toBe(0);
    },
  );

  it.runIf(to - from >= RUNS_TO_SEE_KINDS)('met every kind of change', () => {
    expect(tally.missingKinds()).toEqual([]);
  });

  it.runIf(to - from >= RUNS_TO_SEE_ALL)(
    'met every fault and every crash point, and looked at every promise',
    () => {
      expect(tally.missing()).toEqual([]);
    },
  );

  afterAll(() => {
    process.stdout.write(`${tally.words()}\n`);
    if (SUMMARY)
      appendFileSync(SUMMARY, `From ${from} to ${to - 1}: told.\n\n`);
  });
}

/** How a story fails; undefined: it holds every promise. */
async function failureOf(
  story: Story,
  onEnd: (ending: Ending) => void = () => {},
): Promise<Failure | undefined> {
  const { seed } = story;
  try {
    const ending = await tell(story);
    onEnd(ending);
    const { complaints } = ending;
    const promise = complaints[0]?.split(':')[0];
    return promise === undefined ? undefined : { seed, promise, complaints };
  } catch (error) {
    return { seed, promise: 'end', complaints: [`end: ${String(error)}`] };
  }
}

/** Prints the first story that broke each promise, as short as it still breaks it. */
async function explain(failures: readonly Failure[]): Promise<void> {
  const promises = new Set(failures.map(({ promise }) => promise));
  for (const promise of promises) {
    const first = failures.find((each) => each.promise === promise);
    if (!first) continue;
    const breaksIt = async (story: Story) =>
      (await failureOf(story))?.promise === promise;
    const short = await shrink(storyOf(first.seed), breaksIt);
    const end = await failureOf(short);
    const seeds = failures
      .filter((each) => each.promise === promise)
      .map(({ seed }) => seed);
    const said = [
      `${promise} is broken by ${seeds.length}: ${seeds.join(', ')}`,
      '',
      ...new Set(end?.complaints),
      '',
      '```json',
      `{ "seed": ${short.seed}, "commands": [`,
      short.commands.map((each) => `  ${JSON.stringify(each)}`).join(',\n'),
      '] }',
      '```',
      '',
    ].join('\n');
    process.stdout.write(`\n${said}`);
    if (SUMMARY) appendFileSync(SUMMARY, `### ${said}\n`);
  }
}

function inWords({ seed, complaints: [first] }: Failure): string {
  return `seed: ${seed} ${first}`;
}
