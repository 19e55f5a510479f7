import type { OpOf } from '@/domain/outbox/op';
import type { Failure } from '@/domain/outbox/outcome';

import type { Engine } from '@/workers/engine/engine';
import { findAllIds, findObserver, isThis } from './observer-lookup';
import { noteGone } from '@/workers/pull/observers';

/** Up to so many recipients are asked for one by one, more with one list. */
const ASKED_ONE_BY_ONE = 4;

/**
 * Recipients whom the server no longer has: it answers a message to them with a
 * 500, some after other phones have buzzed (docs/api-contract.md 4.6).
 * @returns their ids, or why nobody can tell.
 */
export async function findGone(
  engine: Engine,
  { args }: OpOf<'notification.send'>,
): Promise<number[] | Failure> {
  const ids = args.recipients ?? [];
  if (ids.length === 0) return [];
  const suspects =
    ids.length <= ASKED_ONE_BY_ONE ? await askOneByOne(engine, ids) : ids;
  if ('kind' in suspects || suspects.length === 0) return suspects;

  const there = await findAllIds(engine);
  if ('kind' in there) return there;
  const gone = suspects.filter((id) => !there.has(id));
  for (const id of gone) await noteGone(engine, id);
  return gone;
}

/** Recipients whom no lookup by phone finds: others may have changed the phone. */
async function askOneByOne(
  engine: Engine,
  ids: readonly number[],
): Promise<number[] | Failure> {
  const rows = await engine.databases.cache.observers.bulkGet([...ids]);
  const suspects: number[] = [];
  for (const [at, id] of ids.entries()) {
    const phone = rows[at]?.phone;
    const phones = phone === undefined ? [] : [phone];
    const found = await findObserver(engine, phones, isThis(id));
    if (found !== 'none' && !('id' in found)) return found;
    if (found === 'none') suspects.push(id);
  }
  return suspects;
}
