import { createChance } from '../story/chance';

/** Keeps what pages draw apart from everything else that the seed decides. */
const PAGES_SEED = 0x7a6e;

/**
 * Numbers and ids that pages draw come from the seed, too: a story is the same each
 * time that it is told.
 * @returns gives the real ones back.
 */
export function installRandom(seed: number): () => void {
  const { next } = createChance(seed ^ PAGES_SEED);
  const random = Math.random;
  Math.random = next;
  Object.defineProperty(crypto, 'randomUUID', {
    configurable: true,
    value: () =>
      '00000000-0000-4000-8000-000000000000'.replaceAll('0', () =>
        Math.floor(next() * 16).toString(16),
      ),
  });
  return () => {
    Math.random = random;
    Reflect.deleteProperty(crypto, 'randomUUID');
  };
}
