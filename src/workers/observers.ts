import { getObservers } from '@/api/observers';
import { SWEEP_PAGE_SIZE } from '@/config';
import type { ObserverRow } from '@/db/cache';
import type { Observer } from '@/domain/observer';
import { fold } from '@/domain/observer';
import { isOpen, observerLane } from '@/domain/op';

import { acknowledgedSince, currentAck } from './acknowledge';
import { commit, etagOf, noteReply, putChanged } from './commit';
import type { Engine, PullResult } from './engine';
import { pulled, resultOf } from './engine';
import { findObserver, isThis } from './observer-lookup';
import type { Round } from './sweep';
import {
  countMissing,
  isCleanSweep,
  readUntilClean,
  unsettledCreations,
} from './sweep';

const resource = 'observers';
/** A list read so recently needs no second look before an edit goes out. */
const FRESH_MS = 10_000;
/** Clean sweeps that must miss an observer before the host is asked about it. */
const PATIENCE = 2;

/**
 * Reads all observers this user may see. The host's list has no order and no
 * marks of change, so every page is read; only changed rows are written.
 */
export function pullObservers(engine: Engine): Promise<PullResult> {
  const alive = new Set<number>();
  return readUntilClean(() => readObservers(engine, alive));
}

/** @param alive gets whoever is met, in this reading and in those before it. */
async function readObservers(
  engine: Engine,
  alive: Set<number>,
): Promise<Round> {
  const { cache } = engine.databases;
  const cursor = await cache.cursors.get(resource);
  const seen = new Set<number>();
  const totals: number[] = [];
  let isWhole = true;
  for (let page = 1; !engine.isStopped(); page += 1) {
    const ack = await currentAck(cache);
    const reply = await getObservers(engine.background, {
      page,
      pageSize: SWEEP_PAGE_SIZE,
      etag: page === 1 ? cursor?.etag : undefined,
    });
    if (!reply.ok || !reply.value) {
      await noteReply(engine, resource, reply);
      return { result: resultOf([reply]), isTorn: false };
    }
    const { data, totalItems, totalPages } = reply.value;
    const isFirstFill = cursor?.sweptAt === undefined;
    const isComplete = await keepObservers(engine, data, ack, isFirstFill);
    isWhole = isWhole && isComplete;
    for (const { id } of data) {
      seen.add(id);
      alive.add(id);
    }
    totals.push(totalItems);
    if (page < totalPages && data.length > 0) continue;
    const isClean = isCleanSweep(totals, seen.size);
    if (isClean) await forgetUnseen(engine, alive);
    // "Not modified" says nothing of a kept row that is not in the list, and of
    // one that was left out: as long as there is one, the list is read again. And
    // a validator of the first page speaks for the list only when it is the last.
    const isAllSeen = (await cache.observers.count()) === seen.size;
    await noteReply(engine, resource, reply, {
      total: totalItems,
      sweptAt: engine.now(),
      ...(page === 1 && isWhole && isAllSeen ? etagOf(reply) : {}),
    });
    return { result: pulled, isTorn: !isClean };
  }
  return { result: pulled, isTorn: false };
}

/**
 * Whether the kept observers were read just now, so that they speak for the host.
 * @param since epoch ms: read before then, they do not.
 */
export async function areObserversFresh(
  engine: Engine,
  since: number,
): Promise<boolean> {
  const cursor = await engine.databases.cache.cursors.get(resource);
  const { sweptAt, asOf = 0 } = cursor ?? {};
  const isRecent = Math.abs(engine.now() - asOf) < FRESH_MS;
  return sweptAt !== undefined && asOf >= since && isRecent;
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
    pageSize: SWEEP_PAGE_SIZE,
  });
  if (reply.ok && reply.value) {
    await keepObservers(engine, reply.value.data, ack, false);
  }
  await noteReply(engine, `observer:${phone}`, reply);
  return resultOf([reply]);
}

/**
 * The host's whole list was read and does not have this observer. Its row stays
 * as long as a change of it is open; the first sweep after that takes it away.
 */
export async function noteGone(engine: Engine, id: number): Promise<void> {
  await commit(engine, ['observers'], async ({ observers }) => {
    await observers.update(id, { missing: PATIENCE });
  });
}

/** The row of an observer as the cache keeps it. */
export function rowOf(observer: Observer): ObserverRow {
  return { ...observer, nameFold: fold(observer.name), missing: 0 };
}

/**
 * Keeps rows of the host, except those it confirmed a save of after `ack` and
 * those that may be a creation of ours.
 * @returns whether no creation of ours may be among them.
 */
export async function keepObservers(
  engine: Engine,
  observers: readonly Observer[],
  ack: number,
  isFirstFill: boolean,
): Promise<boolean> {
  const creations = await unsettledCreations(engine, 'observer.create');
  const isOurs = ({ id, phone }: Observer) =>
    creations.some(
      ({ args }) => args.input.phone === phone && !args.knownIds.includes(id),
    );
  await commit(engine, ['observers', 'acks'], async (cache) => {
    const newer = await acknowledgedSince(cache, ack);
    const rows = observers
      .filter((row) => !newer.has(observerLane(row)) && !isOurs(row))
      .map(rowOf);
    await putChanged(cache.observers, ({ id }) => id, rows, isFirstFill);
  });
  return creations.length === 0;
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
      .equals(observerLane({ id }))
      .toArray();
    if (!row || ops.some((op) => isOpen(op.state))) continue;
    const found = await findObserver(engine, [row.phone], isThis(id));
    if (found === 'none') {
      await commit(engine, ['observers'], (open) => open.observers.delete(id));
    }
  }
}
