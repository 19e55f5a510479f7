import { createChance, seedAt, seedOf } from './chance';
import type { Command, Story } from './commands';
import type { Happening } from './happenings';
import { happenings } from './happenings';
import { isLeftOut } from './known-failures';
import { traitsOf } from './traits';

/** How many commands make one story. */
const STORY_LENGTH = 38;

/**
 * Each story has its own weights: what is rare beside everything else is common
 * where much of it is left out (swarm testing).
 */
const MOODS = [0, 0, 0.3, 1, 1, 1, 3, 6] as const;
/** Without these nothing would ever be sent. */
const ALWAYS = new Set(['pass', 'signIn', 'weather good']);

/** The story of a number, always the same. */
export function storyOf(seed: number): Story {
  const traits = traitsOf(seed);
  const names = Object.entries(happenings)
    .filter(
      ([name, { isPossible }]) =>
        !isLeftOut(name) && (isPossible?.(traits) ?? true),
    )
    .map(([name, happening]) => ({
      seed: seedOf(seed, name),
      happening,
      weight: happening.weight * moodOf(seed, name),
    }));
  const commands = Array.from({ length: STORY_LENGTH }, (_, place) =>
    drawn(place, names),
  );
  return { seed, commands };
}

function moodOf(seed: number, name: string): number {
  if (ALWAYS.has(name)) return 1;
  const { below } = createChance(seedOf(seed, `mood of ${name}`));
  return MOODS[below(MOODS.length)] ?? 1;
}

interface Weighed {
  /** Of all that is drawn under this name. */
  seed: number;
  happening: Happening;
  weight: number;
}

/**
 * The command at one place. Each name waits for a time of its own, short where its
 * weight is high, and the first one happens. So the names are drawn by their weights,
 * and another name changes nothing where it does not come first.
 */
function drawn(place: number, names: readonly Weighed[]): Command {
  let first: { waits: number; draw: () => Command } | undefined;
  for (const { seed, happening, weight } of names) {
    if (weight === 0) continue;
    const chance = createChance(seedAt(seed, place));
    const waits = -Math.log(1 - chance.next()) / weight;
    if (!first || waits < first.waits) {
      first = { waits, draw: () => happening.draw(chance) };
    }
  }
  if (!first) throw new Error('Nothing may happen');
  return first.draw();
}
