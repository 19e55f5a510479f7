/** A seeded source of chance: the same seed tells the same story again. */
export interface Chance {
  /** 0 to 1. */
  next: () => number;
  /** Whether something of this likelihood (0 to 1) happens. */
  is: (likelihood: number) => boolean;
  /** A whole number from 0, below `top`. */
  below: (top: number) => number;
}

/** @param seed any whole number. */
export function createChance(seed: number): Chance {
  let state = (seed | 0) ^ 0x9e3779b9;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    is: (likelihood) => next() < likelihood,
    below: (top) => Math.floor(next() * top),
  };
}

/** A seed for one place of a story: as `seedOf`, for thousands of them. */
export function seedAt(seed: number, place: number): number {
  const mixed = Math.imul(seed ^ Math.imul(place + 1, 0x9e3779b1), 0x01000193);
  return mixed ^ (mixed >>> 15);
}

/** A seed for one thing of a story, told apart from everything else by its name. */
export function seedOf(story: number, name: string): number {
  let mixed = story | 0;
  for (let at = 0; at < name.length; at += 1) {
    mixed = Math.imul(mixed ^ name.charCodeAt(at), 0x01000193);
  }
  return mixed ^ (mixed >>> 15);
}
