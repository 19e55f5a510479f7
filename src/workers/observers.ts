import { getObservers, putObserver } from '@/api/observers';
import { SWEEP_PAGE_SIZE } from '@/config';
import type { ObserverRow } from '@/db/cache';
import type { Observer } from '@/domain/observer';
import { fold } from '@/domain/observer';
import type { OpOf } from '@/domain/op';
import type { Failure } from '@/domain/outcome';

import { acknowledge, acknowledgedSince, currentAck } from './acknowledge';
import { commit, etagOf, noteReply, putChanged } from './commit';
import type { Engine, PullResult } from './engine';
import { pulled, resultOf } from './engine';
import type { Sender, Verdict } from './sender';
import { countMissing, isCleanSweep } from './sweep';

const resource = 'observers';
/** Clean sweeps that must miss an observer before the host is asked about it. */
const PATIENCE = 2;
/** The phone filter is "contains": more rows than the one meant may come. */
const LOOK_UP_SIZE = 100;

/**
 * Reads all observers this user may see. The host's list has no order and no
 * marks of change, so every page is read; only changed rows are written.
 */
export async function pullObservers(engine: Engine): Promise<PullResult> {
  const { cache } = engine.databases;
  const cursor = await cache.cursors.get(resource);
  const seen = new Set<number>();
  const totals: number[] = [];
  for (let page = 1; !engine.isStopped(); page += 1) {
    const ack = await currentAck(cache);
    const reply = await getObservers(engine.background, {
      page,
      pageSize: SWEEP_PAGE_SIZE,
      etag: page === 1 ? cursor?.etag : undefined,
    });
    if (!reply.ok || !reply.value) {
      await noteReply(engine, resource, reply);
      return resultOf([reply]);
    }
    const { data, totalItems, totalPages } = reply.value;
    await keepObservers(engine, data, ack, cursor?.sweptAt === undefined);
    for (const { id } of data) seen.add(id);
    totals.push(totalItems);
    if (page < totalPages && data.length > 0) continue;
    if (isCleanSweep(totals, seen.size)) await forgetUnseen(engine, seen);
    await noteReply(engine, resource, reply, {
      total: totalItems,
      sweptAt: engine.now(),
      // A validator of the first page speaks for the list only when it is the last.
      ...(page === 1 ? etagOf(reply) : {}),
    });
    return pulled;
  }
  return pulled;
}

/** Fetches one observer by phone, for a profile that is not kept. */
export async function pullObserver(
  engine: Engine,
  phone: string,
): Promise<PullResult> {
  const ack = await currentAck(engine.databases.cache);
  const reply = await getObservers(engine.urgent, {
    phone,
    page: 1,
    pageSize: LOOK_UP_SIZE,
  });
  if (reply.ok && reply.value) {
    await keepObservers(engine, reply.value.data, ack, false);
  }
  await noteReply(engine, `observer:${phone}`, reply);
  return resultOf([reply]);
}

function rowOf(observer: Observer): ObserverRow {
  return { ...observer, nameFold: fold(observer.name), missing: 0 };
}

/** Entity of an observer among the acknowledgements; also the lane of its ops. */
function entityOf(id: number): string {
  return `observer:${id}`;
}

async function keepObservers(
  engine: Engine,
  observers: readonly Observer[],
  ack: number,
  isFirstFill: boolean,
): Promise<void> {
  await commit(engine, ['observers', 'acks'], async (cache) => {
    const newer = await acknowledgedSince(cache, ack);
    const rows = observers
      .filter(({ id }) => !newer.has(entityOf(id)))
      .map(rowOf);
    await putChanged(cache.observers, ({ id }) => id, rows, isFirstFill);
  });
}

/** Removes observers that clean sweeps keep missing and that the host denies by phone. */
async function forgetUnseen(
  engine: Engine,
  seen: ReadonlySet<number>,
): Promise<void> {
  const suspects = await commit(engine, ['observers'], async (cache) =>
    countMissing(
      cache.observers,
      await cache.observers.toCollection().primaryKeys(),
      (id) => seen.has(id),
      PATIENCE,
    ),
  );
  const { cache, intent } = engine.databases;
  for (const id of suspects) {
    const row = await cache.observers.get(id);
    const ops = await intent.outbox
      .where('lane')
      .equals(entityOf(id))
      .toArray();
    if (!row || ops.some((op) => op.endedAt === undefined)) continue;
    const found = await findObserver(engine, id, [row.phone]);
    if (found === 'none') {
      await commit(engine, ['observers'], (open) => open.observers.delete(id));
    }
  }
}

/** The observer with this id among those with one of the phones. */
async function findObserver(
  engine: Engine,
  id: number,
  phones: readonly string[],
): Promise<Observer | 'none' | Failure> {
  for (const phone of new Set(phones)) {
    const reply = await getObservers(engine.urgent, {
      phone,
      page: 1,
      pageSize: LOOK_UP_SIZE,
    });
    if (!reply.ok) return reply.failure;
    const found = reply.value?.data.find((observer) => observer.id === id);
    if (found) return found;
  }
  return 'none';
}

function phonesOf({ args }: OpOf<'observer.update'>): string[] {
  const { base, patch } = args;
  return [patch.phone ?? base.phone, base.phone];
}

/** Changes name and phone of an observer (contract 3.3). */
export const observerUpdate: Sender<'observer.update'> = {
  send: (engine, { args, opId }) =>
    putObserver(engine.urgent, args.id, args.patch, opId),

  async verify(engine, op): Promise<Verdict> {
    const found = await findObserver(engine, op.args.id, phonesOf(op));
    if (found === 'none') return 'gone';
    if ('kind' in found) return 'unsure';
    const { name = found.name, phone = found.phone } = op.args.patch;
    return found.name === name && found.phone === phone
      ? 'applied'
      : 'notApplied';
  },

  async acknowledge(engine, op) {
    const { id, patch } = op.args;
    const found = await findObserver(engine, id, phonesOf(op));
    await commit(engine, ['observers', 'acks', 'meta'], async (cache) => {
      const kept = await cache.observers.get(id);
      // The host said yes: its word stands even when the row cannot be read back now.
      const told =
        found === 'none' || 'kind' in found
          ? kept && { ...kept, ...patch }
          : found;
      if (told) await cache.observers.put(rowOf(told));
      await acknowledge(engine, cache, entityOf(id));
    });
  },
};
