import { getCounties, getProvinces } from '@/api/counties';
import { COUNTIES_EVERY_MS } from '@/config';
import { haveProvinces } from '@/domain/county';
import { countyLane } from '@/domain/outbox/op';

import { commit, etagOf, noteReply, putChanged } from '@/workers/engine/commit';
import type { Engine, PullResult } from '@/workers/engine/engine';
import { pulled, resultOf } from '@/workers/engine/engine';
import { acknowledgedSince, currentAck } from '@/workers/outbox/acknowledge';
import { lanesInWork } from './sweep';
import { fileThreads } from './thread-counties';

/** Epoch ms at which a new leader reads the counties first: they hardly ever change. */
export async function countiesDueAt({ databases }: Engine): Promise<number> {
  const { asOf } = (await databases.cache.cursors.get('counties')) ?? {};
  return asOf === undefined ? 0 : asOf + COUNTIES_EVERY_MS;
}

/**
 * Fetches all counties and their provinces; the ones the server no longer has are
 * removed. Threads that were cached before them are filed anew.
 */
export async function pullCounties(engine: Engine): Promise<PullResult> {
  const { cache } = engine.databases;
  const cursor = await cache.cursors.get('counties');
  const ack = await currentAck(cache);
  // Rows cached by a build that knew no provinces: "not modified" would not tell
  // them.
  const hasAll = haveProvinces(await cache.counties.toArray());
  const etag = hasAll ? cursor?.etag : undefined;
  const reply = await getCounties(engine.background, etag);
  if (reply.ok && reply.value) {
    const counties = reply.value;
    const inWork = await lanesInWork(engine);
    const tables = ['counties', 'acks', 'threads', 'countyReports'] as const;
    await commit(engine, tables, async (cache) => {
      const table = cache.counties;
      const newer = await acknowledgedSince(cache, ack);
      const isOld = ({ id }: { id: number }) => newer.has(countyLane({ id }));
      const ids = new Set(counties.map(({ id }) => id));
      const cached = await table.toCollection().primaryKeys();
      const gone = cached.filter(
        (id) =>
          !ids.has(id) && !isOld({ id }) && !inWork.has(countyLane({ id })),
      );
      await table.bulkDelete(gone);
      const rows = counties.filter((county) => !isOld(county));
      await putChanged(table, ({ id }) => id, rows);
      await fileThreads(cache);
    });
  }
  await noteReply(engine, 'counties', reply, etagOf(reply));
  return reply.ok ? pullProvinces(engine) : resultOf([reply]);
}

/** A new county needs one of them, also when it is added without a connection. */
async function pullProvinces(engine: Engine): Promise<PullResult> {
  const { cache } = engine.databases;
  const counties = await cache.counties.toArray();
  if (counties.length > 0 && !haveProvinces(counties)) {
    if (await cache.meta.get('provinces')) {
      await commit(engine, [], ({ meta }) => meta.delete('provinces'));
    }
    return pulled;
  }
  const cursor = await cache.cursors.get('provinces');
  const reply = await getProvinces(engine.background, cursor?.etag);
  const provinces = reply.ok ? reply.value : undefined;
  if (provinces) {
    await commit(engine, [], ({ meta }) =>
      meta.put({ k: 'provinces', v: provinces }),
    );
  }
  await noteReply(engine, 'provinces', reply, etagOf(reply));
  // A server of the older revision that has no county yet does not know the call.
  const isOlder = !reply.ok && reply.failure.kind === 'missing';
  return isOlder ? pulled : resultOf([reply]);
}
