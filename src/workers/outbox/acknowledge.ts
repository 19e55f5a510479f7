import type { CacheDatabase } from '@/db/cache';

import { readMeta } from '@/workers/engine/commit';
import type { Engine } from '@/workers/engine/engine';

/** A read may be under way for at most this long, so a deleted row stays hidden as long. */
const ACK_LIFETIME_MS = 24 * 60 * 60_000;

/** Number of the last acknowledged save: note it before a read begins. */
export async function currentAck(cache: CacheDatabase): Promise<number> {
  return (await readMeta(cache, 'ack')) ?? 0;
}

/**
 * Entities acknowledged after a read began: what the read says of them may be
 * older than what the server confirmed since. Call inside the commit.
 */
export async function acknowledgedSince(
  cache: CacheDatabase,
  ack: number,
): Promise<ReadonlySet<string>> {
  const rows = await cache.acks.toArray();
  const newer = rows.filter((row) => row.ack > ack || row.isDeleted === true);
  return new Set(newer.map((row) => row.entity));
}

/**
 * Marks an entity as just confirmed by the server, in the transaction that writes
 * the confirmed row. Reads that began earlier leave it alone from then on.
 */
export async function acknowledge(
  engine: Engine,
  cache: CacheDatabase,
  entity: string,
  isDeleted = false,
): Promise<void> {
  const now = engine.now();
  const old = (await cache.acks.toArray()).filter(
    (row) => now - row.at > ACK_LIFETIME_MS,
  );
  if (old.length > 0) await cache.acks.bulkDelete(old.map((row) => row.entity));
  const ack = (await currentAck(cache)) + 1;
  await cache.meta.put({ k: 'ack', v: ack });
  const confirmedAt = engine.serverTime();
  if (confirmedAt !== undefined) {
    await cache.meta.put({ k: 'confirmedAt', v: confirmedAt });
  }
  await cache.acks.put({
    entity,
    ack,
    at: now,
    ...(isDeleted ? { isDeleted } : {}),
  });
}
