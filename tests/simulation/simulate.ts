import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { storyArbitrary } from './story/commands';
import { loadPages } from './device/page';
import { tell } from './story/story';
import { createTally } from './story/tally';

/** Stories in one `npm test`; `npm run test:faults` tells 2,000. */
const RUNS = Number(process.env['SIMULATION_RUNS'] ?? 200);
/** Number of the first story; every number tells another one, always the same. */
const FIRST = Number(process.env['SIMULATION_FIRST'] ?? 0);
/** A failing story is told again and again, each time shorter, unless told not to. */
const SHRINKS = process.env['SIMULATION_SHRINKS'] !== 'no';
/** From so many runs on, everything that can happen must have happened. */
const RUNS_TO_SEE_ALL = 500;

/**
 * Tells one share of the stories, so that several workers take part.
 * @param share from 0; @param shares how many there are.
 */
export function simulate(share: number, shares: number): void {
  const from = FIRST + Math.floor((RUNS * share) / shares);
  const to = FIRST + Math.floor((RUNS * (share + 1)) / shares);
  const tally = createTally();

  beforeAll(loadPages);

  it(
    `holds every promise in the stories from ${from} to ${to - 1}`,
    { timeout: 24 * 3_600_000 },
    async () => {
      const property = fc.asyncProperty(storyArbitrary, async (story) => {
        const ending = await tell(story);
        tally.add(ending);
        expect(ending.complaints, JSON.stringify(story)).toEqual([]);
      });
      for (let seed = from; seed < to; seed += 1) {
        await fc.assert(property, {
          seed,
          numRuns: 1,
          unbiased: true,
          endOnFailure: !SHRINKS,
        });
      }
    },
  );

  it.runIf(to - from >= RUNS_TO_SEE_ALL)(
    'met every fault and every crash point, and looked at every promise',
    () => {
      expect(tally.missing()).toEqual([]);
    },
  );

  afterAll(() => {
    process.stdout.write(`${tally.words()}\n`);
  });
}
