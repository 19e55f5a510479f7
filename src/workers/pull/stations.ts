import { getPollingStations } from '@/api/counties';

import { commit, noteReply, putChanged } from '@/workers/engine/commit';
import type { Engine, PullResult } from '@/workers/engine/engine';
import { pulled, resultOf } from '@/workers/engine/engine';
import { wholeSize } from './sweep';

/** A county may have gained so many stations since its number was told. */
const ROOM = 100;

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
