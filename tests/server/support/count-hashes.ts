import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

import { vi } from 'vitest';

/** How often each work factor was used, and how many ran at the same time. */
interface HashCount {
  byCost: Record<number, number>;
  mostAtOnce: number;
}

/** Counts the key derivations that happen while `work` runs, exactly. */
export async function countHashes(
  work: () => Promise<unknown>,
): Promise<HashCount> {
  const count: HashCount = { byCost: {}, mostAtOnce: 0 };
  let running = 0;
  const { scrypt } = crypto;
  const spy = vi
    .spyOn(crypto, 'scrypt')
    .mockImplementation((password, salt, length, options, done) => {
      const cost = options.N ?? 0;
      count.byCost[cost] = (count.byCost[cost] ?? 0) + 1;
      running += 1;
      count.mostAtOnce = Math.max(count.mostAtOnce, running);
      scrypt(password, salt, length, options, (error, key) => {
        running -= 1;
        done(error, key);
      });
    });
  syncBuiltinESMExports();
  try {
    await work();
    return count;
  } finally {
    spy.mockRestore();
    syncBuiltinESMExports();
  }
}
