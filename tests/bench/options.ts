import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import type { ServerSize } from '../support/server-process';

const SIZES: readonly ServerSize[] = ['S', 'M', 'L', 'XL'];

export const HELP = `npm run bench -- [MEASURE...] [options]
  --list           name the measures and end
  --size S,L       sizes of the demo data, one run each (L)
  --rounds N       rounds; each runs every measure once on each build (5)
  --against DIR    another checkout with a build, or its dist folder: A B A B
  --json FILE      write all values beside the table
  --minutes N      real minutes of the simulated hour of "memory" (5)
MEASURE is a name of --list; without one all run but those marked long.`;

/** A flag or a build that cannot be used; the message is for the person. */
export class BenchError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BenchError';
  }
}

export interface BenchOptions {
  measures: readonly string[];
  sizes: readonly ServerSize[];
  rounds: number;
  /** Folder of the other build. */
  against: string | undefined;
  json: string | undefined;
  minutes: number;
  isList: boolean;
  isHelp: boolean;
}

export function readOptions(args: readonly string[]): BenchOptions {
  const { values, positionals } = parse(args.filter((arg) => arg !== '--'));
  return {
    measures: positionals,
    sizes: values.size.split(',').map(sizeOf),
    rounds: numberOf('--rounds', values.rounds),
    against: values.against && buildIn(values.against),
    json: values.json,
    minutes: numberOf('--minutes', values.minutes),
    isList: values.list,
    isHelp: values.help,
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        size: { type: 'string', default: 'L' },
        rounds: { type: 'string', default: '5' },
        against: { type: 'string' },
        json: { type: 'string' },
        minutes: { type: 'string', default: '5' },
        list: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new BenchError(`${String(error)}\n${HELP}`);
  }
}

function sizeOf(text: string): ServerSize {
  const size = SIZES.find((known) => known === text.toUpperCase());
  if (size) return size;
  throw new BenchError(`--size must be of ${SIZES.join(', ')}, not '${text}'.`);
}

function numberOf(flag: string, text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number > 0) return number;
  throw new BenchError(
    `${flag} must be a whole number above 0, not '${text}'.`,
  );
}

/** The build in a folder that is a checkout or a build. Throws when there is none. */
export function buildIn(folder: string): string {
  const found = [folder, join(folder, 'dist')].find(
    (each) =>
      // A checkout has an index.html, too, and no built service worker.
      existsSync(join(each, 'index.html')) && existsSync(join(each, 'sw.js')),
  );
  if (found) return resolve(found);
  throw new BenchError(
    `There is no build in ${resolve(folder)}. Run "npm run build" there first.`,
  );
}
