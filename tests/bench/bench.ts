import { existsSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';

import type { Browser } from '@playwright/test';
import { chromium } from '@playwright/test';

import type { ServerSize } from '../support/server-process';
import { root } from '../support/source';
import type { Measure } from './measures';
import { measures } from './measures';
import type { BenchOptions } from './options';
import { BenchError, buildIn, HELP, readOptions } from './options';
import { openProgress } from './progress';
import { processorPace } from './processor';
import type { Sample } from './report';
import { growthOf, tableOf, toRows } from './report';
import type { Build } from './sides';
import { openSides, warm } from './sides';
import { openStage } from './stage';

/**
 * `npm run bench`: measures what a user waits for, against the standing budgets.
 * Never a test: figures of a busy machine say nothing.
 */
async function bench(options: BenchOptions): Promise<number> {
  const chosen = choose(options.measures);
  const builds = buildsOf(options);
  const browser = await launch();
  const samples: Sample[] = [];
  const failures: string[] = [];
  const about = {
    node: process.version,
    chromium: browser.version(),
    processors: cpus().length,
    rounds: options.rounds,
    minutes: options.minutes,
    builds,
  };
  // What is measured so far is not lost. Servers and their folders end with the process.
  process.once('SIGINT', () => {
    tell(options, about, samples, failures);
    process.exit(130);
  });
  try {
    for (const size of options.sizes) {
      await runSize(size, {
        options,
        chosen,
        builds,
        browser,
        samples,
        failures,
      });
    }
  } finally {
    await browser.close();
  }
  tell(options, about, samples, failures);
  return failures.length > 0 ? 1 : 0;
}

interface About {
  node: string;
  chromium: string;
  processors: number;
  rounds: number;
  minutes: number;
  builds: readonly Build[];
}

/** Prints a table for each size and writes the file with all values. */
function tell(
  { sizes, json }: BenchOptions,
  about: About,
  samples: readonly Sample[],
  failures: readonly string[],
): void {
  const { node, chromium, processors, rounds, builds } = about;
  const sides = builds.map(({ name }) => name);
  const rows = toRows(samples);
  console.log(
    `${node}, Chromium ${chromium}, ${processors} processors, rounds: ${rounds}`,
  );
  for (const size of sizes) {
    console.log(`\nSize ${size}`);
    const its = rows.filter((row) => row.size === size);
    for (const line of tableOf(its, sides)) console.log(line);
  }
  if (sizes.length > 1) {
    console.log('');
    for (const line of growthOf(rows, sides[0] ?? '')) console.log(line);
  }
  if (json) {
    const at = new Date().toISOString();
    const result = { at, ...about, sizes, figures: rows, failures };
    writeFileSync(json, `${JSON.stringify(result, null, 2)}\n`);
  }
  for (const failure of failures) console.error(`FAILED ${failure}`);
}

interface Run {
  options: BenchOptions;
  chosen: readonly Measure[];
  builds: readonly Build[];
  browser: Browser;
  samples: Sample[];
  failures: string[];
}

/** All rounds of one size: each measure runs on one build right after the other. */
async function runSize(size: ServerSize, run: Run): Promise<void> {
  const { options, chosen, builds, browser } = run;
  console.error(`Size ${size}: filling the server with demo data`);
  const { sides, close } = await openSides(builds, size);
  try {
    for (const side of sides) await warm(side, browser);
    const rounds = Array.from({ length: options.rounds }, (_, at) => at + 1);
    const plan = rounds.flatMap((round) => {
      const stages = sides.map((side) =>
        openStage(side, { browser, round, minutes: options.minutes }),
      );
      return chosen.flatMap((measure) =>
        stages.map((stage) => ({
          measure,
          stage,
          round,
          side: stage.name,
        })),
      );
    });
    const progress = openProgress(plan, console.error);
    for (const [at, { measure, stage, round, side }] of plan.entries()) {
      progress.begin(at);
      run.samples.push({
        size,
        measure: 'machine',
        side,
        figure: processorPace(),
      });
      const from = performance.now();
      try {
        for (const figure of await measure.run(stage)) {
          run.samples.push({ size, measure: measure.name, side, figure });
        }
      } catch (error) {
        // The other measures are worth their time all the same.
        run.failures.push(
          `size ${size}, round ${round}, ${measure.name}, ${side}: ${String(error)}`,
        );
      }
      progress.end(at, (performance.now() - from) / 1000);
      if (plan[at + 1]?.round !== round) {
        for (const each of plan)
          if (each.round === round) await each.stage.end();
      }
    }
  } finally {
    await close();
  }
}

/** The measures that were named, or all but the long ones. */
function choose(names: readonly string[]): readonly Measure[] {
  for (const name of names) {
    if (measures.every((measure) => measure.name !== name)) {
      throw new BenchError(`There is no measure '${name}'.\n${listOf()}`);
    }
  }
  return names.length === 0
    ? measures.filter(({ isLong }) => !isLong)
    : measures.filter(({ name }) => names.includes(name));
}

function listOf(): string {
  return measures
    .map(({ name, what, isLong }) => {
      return `  ${name.padEnd(10)}${what}${isLong ? ' (long)' : ''}`;
    })
    .join('\n');
}

function buildsOf({ against }: BenchOptions): Build[] {
  const own = { name: 'this build', folder: buildIn(join(root, 'dist')) };
  if (against === undefined) return [own];
  return [own, { name: 'other build', folder: against }];
}

async function launch(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
  if (!existsSync(executablePath)) {
    throw new BenchError(
      `There is no Chromium at ${executablePath}. Set CHROMIUM_PATH to the program.`,
    );
  }
  return chromium.launch({ executablePath, args: ['--no-sandbox'] });
}

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  if (options.isHelp || options.isList) {
    console.log(options.isHelp ? HELP : listOf());
    return 0;
  }
  return bench(options);
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof BenchError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
