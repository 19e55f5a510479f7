import type { CacheDatabase } from '@/db/cache';

import { readMeta } from './commit';
import type { Engine } from './engine';

/** Number of the last acknowledged save: note it before a read begins. */
export async function currentAck(cache: CacheDatabase): Promise<number> {
  return (await readMeta(cache, 'ack')) ?? 0;
}

/**
 * Entities acknowledged after a read began: what the read says of them may be
 * older than what the host confirmed since. Call inside the commit.
 */
export async function acknowledgedSince(
  cache: CacheDatabase,
  ack: number,
): Promise<ReadonlySet<string>> {
  const rows = await cache.acks.filter((row) => row.ack > ack).toArray();
  return new Set(rows.map((row) => row.entity));
}

/**
 * Marks an entity as just confirmed by the host, in the transaction that writes
 * the confirmed row. Reads that began earlier leave it alone from then on.
 */
export async function acknowledge(
  engine: Engine,
  cache: CacheDatabase,
  entity: string,
): Promise<void> {
  const ack = (await currentAck(cache)) + 1;
  await cache.meta.put({ k: 'ack', v: ack });
  await cache.acks.put({ entity, ack, at: engine.now() });
}
