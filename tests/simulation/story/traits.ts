import { createChance } from './chance';

/**
 * How the server of one story differs from the servers of others: revisions of
 * the API, and what the contract leaves open. A story keeps its traits from
 * beginning to end.
 */
export interface Traits {
  /**
   * Most rows of a page, whatever is asked for; undefined: no limit
   * (docs/api-contract.md 1.2).
   */
  pageCap: number | undefined;
  /** Rows of a page that this client asks for; undefined: as in config.ts. */
  clientPages: number | undefined;
  /** older: a county has a number of stations. newer: it belongs to a province. */
  revision: 'older' | 'newer';
  /** Share of messages that fail after the phones have buzzed, 0 to 1 (F11). */
  failsAfterBuzz: number;
  /** An unknown recipient fails the request after the other phones have buzzed. */
  buzzesFirst: boolean;
  /** Whether the history tells when a message was sent. */
  hasDates: boolean;
  /** Messages in the history before the story begins. */
  oldMessages: number;
  /** Whether decisions about threads are shared (docs/api-contract.md 10.2). */
  sharesMarks: boolean;
  /** Whether details come in bulk (docs/api-contract.md 10.14). */
  givesBulk: boolean;
}

/** The server of all stories that are older than these traits. */
export const classicTraits: Traits = {
  pageCap: 3,
  clientPages: undefined,
  revision: 'older',
  failsAfterBuzz: 0.2,
  buzzesFirst: true,
  hasDates: true,
  oldMessages: 0,
  sharesMarks: false,
  givesBulk: false,
};

/** Keeps the traits apart from everything else that the seed decides. */
const TRAITS_SEED = 0x5eed;

/** The traits that a seed stands for. */
export function traitsOf(seed: number): Traits {
  const chance = createChance(seed ^ TRAITS_SEED);
  const one = <T>(values: readonly [T, ...T[]]): T =>
    values[chance.below(values.length)] ?? values[0];
  const pageCap = one([3, 3, undefined, undefined, 2]);
  const older: Omit<Traits, 'sharesMarks' | 'givesBulk'> = {
    pageCap,
    clientPages: one([undefined, undefined, 2, 3]),
    revision: one(['older', 'newer']),
    failsAfterBuzz: one([0.2, 0.2, 0]),
    buzzesFirst: one([true, false]),
    hasDates: one([true, true, true, false]),
    // A server that gives three rows a page has no long history.
    oldMessages: pageCap === undefined ? one([0, 4, 120]) : one([0, 4]),
  };
  // Drawn last: the traits of older stories stay what they were.
  return {
    ...older,
    sharesMarks: one([false, false, true]),
    givesBulk: one([false, true]),
  };
}
