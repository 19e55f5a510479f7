import type { County, CountyInput } from '@/domain/county';
import type { Op, OpOf } from '@/domain/outbox/op';

import type { Engine } from '@/workers/engine/engine';
import { assertLeading } from '@/workers/session/leading';

/**
 * New ids leave a random gap below this one: two devices that add counties at once, or
 * a request that arrives after its device was wiped, would overwrite each other's.
 */
const HIGHEST_GAP = 1_000;

/** Whether a county of the server is what a creation asks for. */
export function isCounty(county: County, input: CountyInput): boolean {
  return (
    county.code === input.code &&
    county.name === input.name &&
    county.diaspora === input.diaspora
  );
}

/**
 * The id under which a new county is imported, stored in its op before the
 * request leaves. An import overwrites the county that has the id
 * (docs/api-contract.md 4.7). So the id must be free on the server, which may
 * answer with an old list, in the cache, and among the creations that are sent
 * beside this one. A second request of the same op uses the same id, so that a
 * late first one writes the same row once more, unless another county has the
 * id by then. `counties` are the server's, read just now.
 */
export async function reserveCountyId(
  engine: Engine,
  { seq, args }: OpOf<'county.create'>,
  counties: readonly County[],
): Promise<number> {
  const { cache, intent } = engine.databases;
  const cached = await cache.counties.toCollection().primaryKeys();
  return intent.transaction('rw', intent.outbox, intent.meta, async () => {
    await assertLeading(engine);
    const ops: Op[] = await intent.outbox
      .where('lane')
      .startsWith('county:')
      .toArray();
    const own = ops.find((op) => op.seq === seq)?.triedIds ?? [];
    const last = own.at(-1);
    const owner = counties.find(({ id }) => id === last);
    if (last !== undefined && (!owner || isCounty(owner, args.input))) {
      return last;
    }
    const taken = [
      ...counties.map(({ id }) => id),
      ...cached,
      ...ops.flatMap(({ triedIds = [] }) => triedIds),
    ];
    const gap = Math.floor(engine.random() * HIGHEST_GAP);
    const id = Math.max(0, ...taken) + 1 + gap;
    await intent.outbox.update(seq, { triedIds: [...own, id] });
    return id;
  });
}
