import { getCounties, getPollingStations, getProvinces } from '@/api/counties';
import { COUNTIES_EVERY_MS } from '@/config';
import { haveProvinces } from '@/domain/county';
import { countyLane } from '@/domain/outbox/op';

import { commit, etagOf, noteReply, putChanged } from '@/workers/engine/commit';
import type { Engine, PullResult } from '@/workers/engine/engine';
import { pulled, resultOf } from '@/workers/engine/engine';
import { acknowledgedSince, currentAck } from '@/workers/outbox/acknowledge';
import { lanesInWork, wholeSize } from './sweep';
import { fileThreads } from './thread-counties';

/** A county may have gained so many stations since its number was told. */
const ROOM = 100;

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

/**
 * All stations of a county. The server pages them without totals and without an
 * order (docs/api-contract.md 4.8), so they are asked for in one request with
 * room for more
 * than the county says it has. As many as the county says are all of them. Any
 * other number may be the work of a cap: the next page tells, and when it brings
 * more, only pages without repetition that reach the county's number are clean.
 */
export async function pullStations(
  engine: Engine,
  countyId: number,
  client = engine.urgent,
): Promise<PullResult> {
  const resource = `stations:${countyId}`;
  const { cache } = engine.databases;
  const county = await cache.counties.get(countyId);
  const expected = county?.numberOfPollingStations ?? 0;
  const pageSize = wholeSize(expected + ROOM);
  const seen = new Set<number>();
  let count = 0;
  for (let page = 1; !engine.isStopped(); page += 1) {
    const query = { countyId, page, pageSize };
    const reply = await getPollingStations(client, query);
    if (!reply.ok || !reply.value) {
      await noteReply(engine, resource, reply);
      return resultOf([reply]);
    }
    const rows = reply.value.map((station) => ({ ...station, countyId }));
    const before = seen.size;
    for (const { id } of rows) seen.add(id);
    count += rows.length;
    const isExpected = seen.size === expected;
    const isLast = seen.size === before || isExpected;
    // There is no further page, so this one has all stations, even when the
    // county's count says more.
    const isOneAnswer = rows.length === 0 && page === 2;
    const isClean =
      isLast && seen.size === count && (isExpected || isOneAnswer);
    await commit(engine, ['stations'], async ({ stations }) => {
      await putChanged(stations, ({ id }) => id, rows);
      if (!isClean) return;
      const cached = stations.where('[countyId+number]');
      const ids = await cached
        .between([countyId, -Infinity], [countyId, Infinity])
        .primaryKeys();
      await stations.bulkDelete(ids.filter((id) => !seen.has(id)));
    });
    if (!isLast) continue;
    const reading = isClean
      ? { total: seen.size, sweptAt: engine.now(), seen: undefined }
      : { total: Math.max(expected, seen.size), seen: seen.size };
    await noteReply(engine, resource, reply, reading);
    return isClean ? pulled : { ok: true, isTorn: true };
  }
  return pulled;
}
