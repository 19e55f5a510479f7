import { getCounties } from '@/api/counties';

import { commit, etagOf, noteReply, putChanged } from './commit';
import type { Engine, PullResult } from './engine';
import { resultOf } from './engine';

/** Fetches all counties; the ones the host no longer has are removed. */
export async function pullCounties(engine: Engine): Promise<PullResult> {
  const cursor = await engine.databases.cache.cursors.get('counties');
  const reply = await getCounties(engine.background, cursor?.etag);
  if (reply.ok && reply.value) {
    const counties = reply.value;
    await commit(engine, ['counties'], async (cache) => {
      const ids = new Set(counties.map(({ id }) => id));
      const kept = await cache.counties.toCollection().primaryKeys();
      await cache.counties.bulkDelete(kept.filter((id) => !ids.has(id)));
      await putChanged(cache.counties, ({ id }) => id, counties);
    });
  }
  await noteReply(engine, 'counties', reply, etagOf(reply));
  return resultOf([reply]);
}
