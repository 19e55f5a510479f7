import { parseArgs } from 'node:util';

import { sizeNamed } from '../seed/sizes';
import type { Size } from '../seed/sizes';
import { SimulationError } from './day';

interface SimulateOptions {
  url: string;
  perMinute: number;
  /** How long to play; absent: until it is stopped. */
  minutes: number | undefined;
  /** Of the server's demo data. */
  size: Size;
  /** Shares of visits, 0 to 1: `openDay` says of which. */
  urgent: number;
  silent: number;
  notes: number;
}

const USAGE =
  'npm run simulate -- [--per-minute 120] [--url http://127.0.0.1:8080] ' +
  '[--minutes N] [--size S|M|L|XL|XXL] [--urgent 0.2] [--silent 0.4] [--notes 0.1]';

/**
 * Reads the flags of `npm run simulate`.
 *
 * In: the words after the program's name. Out: the options with their defaults.
 * Throws a `SimulationError` with the reason and the usage for a flag that does
 * not exist or a value that cannot be.
 */
export function readOptions(args: readonly string[]): SimulateOptions {
  const values = parse(args);
  return {
    url: toUrl(values.url ?? 'http://127.0.0.1:8080'),
    perMinute: toNumber('--per-minute', values['per-minute'] ?? '120', 6_000),
    minutes:
      values.minutes === undefined
        ? undefined
        : toNumber('--minutes', values.minutes, 24 * 60),
    size: toSize(values.size ?? 'S'),
    urgent: toNumber('--urgent', values.urgent ?? '0.2', 1, 0),
    silent: toNumber('--silent', values.silent ?? '0.4', 1, 0),
    notes: toNumber('--notes', values.notes ?? '0.1', 1, 0),
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        'per-minute': { type: 'string' },
        url: { type: 'string' },
        minutes: { type: 'string' },
        size: { type: 'string' },
        urgent: { type: 'string' },
        silent: { type: 'string' },
        notes: { type: 'string' },
      },
    }).values;
  } catch (error) {
    throw refuse(error instanceof Error ? error.message : String(error));
  }
}

/** Without a lowest value the number must be above zero. */
function toNumber(
  flag: string,
  text: string,
  highest: number,
  lowest?: number,
): number {
  const value = Number(text);
  const isEnough = lowest === undefined ? value > 0 : value >= lowest;
  if (text.trim() !== '' && isEnough && value <= highest) return value;
  const range =
    lowest === undefined
      ? `above 0 and at most ${highest}`
      : `from ${lowest} to ${highest}`;
  throw refuse(`${flag} must be a number ${range}, not "${text}".`);
}

function toSize(text: string): Size {
  const size = sizeNamed(text);
  if (size) return size;
  throw refuse(`--size must be S, M, L, XL or XXL, not "${text}".`);
}

function toUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol)) {
    return url.origin + url.pathname.replace(/\/+$/, '');
  }
  throw refuse(`--url must be an http address, not "${text}".`);
}

function refuse(reason: string): SimulationError {
  return new SimulationError(`${reason}\nUsage: ${USAGE}`);
}
