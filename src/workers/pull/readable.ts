import type { Readable } from '@/db/cache';

import { commit, readMeta } from '@/workers/engine/commit';
import type { Engine } from '@/workers/engine/engine';

/** Rows of threads and details when they were counted last. */
const counted = new WeakMap<Engine, { threads: number; details: number }>();

/**
 * Counts how many threads have their details on this device, for the pages. Keys alone
 * are read, and not even they while there are as many rows as the last time.
 */
export async function countReadable(engine: Engine): Promise<void> {
  const { threads, details } = engine.databases.cache;
  const rows = {
    threads: await threads.count(),
    details: await details.count(),
  };
  const before = counted.get(engine);
  const isSame =
    before?.threads === rows.threads && before.details === rows.details;
  if (isSame) return;
  const listed = await threads.toCollection().primaryKeys();
  const kept = new Set(await details.toCollection().primaryKeys());
  const keys = new Set(listed.map(([, key]) => key));
  const readable: Readable = {
    count: [...keys].filter((key) => kept.has(key)).length,
    total: keys.size,
    asOf: engine.now(),
  };
  await commit(engine, ['meta'], async (cache) => {
    const known = await readMeta(cache, 'readable');
    if (known?.count === readable.count && known.total === readable.total) {
      return;
    }
    await cache.meta.put({ k: 'readable', v: readable });
  });
  counted.set(engine, rows);
}
