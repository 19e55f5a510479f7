/** A deterministic stream of pseudo-random numbers. */
export interface Random {
  /** A fraction, 0 inclusive to 1 exclusive. */
  fraction(): number;
  /** A whole number between `low` and `high`, both included. */
  between(low: number, high: number): number;
  /** True about `share` of the times (0 never, 1 always). */
  chance(share: number): boolean;
  /** One item of a list. Throws a RangeError on an empty list. */
  pick<T>(items: readonly T[]): T;
  /** `count` different items, in the order of the list. */
  sample<T>(items: readonly T[], count: number): T[];
}

/**
 * Makes the stream of a text, for example `threads S`. Each part of the seed
 * has its own stream, so that a new draw in one part does not change the
 * others.
 */
export function createRandom(seed: string): Random {
  let state = hash(seed);

  // Mulberry32: 32 bits of state are plenty for names and times of a demo.
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number) =>
    low + Math.floor(fraction() * (high - low + 1));

  return {
    fraction,
    between,
    chance: (share) => fraction() < share,
    pick: (items) => itemAt(items, between(0, items.length - 1)),
    sample: (items, count) => {
      let missing = Math.min(count, items.length);
      return items.filter((_, index) => {
        const isTaken = fraction() * (items.length - index) < missing;
        if (isTaken) missing -= 1;
        return isTaken;
      });
    },
  };
}

/**
 * The item at `index`. Throws a RangeError when there is none, which is a
 * mistake in the seed.
 */
export function itemAt<T>(items: readonly T[], index: number): T {
  const [item] = items.slice(index, index + 1);
  if (item === undefined) throw new RangeError(`No item ${index} in the seed`);
  return item;
}

/** FNV-1a over the UTF-16 units of the text. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value;
}
