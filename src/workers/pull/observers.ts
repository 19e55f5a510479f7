import type { Client } from '@/api/client';
import { getObservers } from '@/api/observers';
import { ROWS_PER_FIRST_FILL } from '@/config';
import type { CacheDatabase, CursorRow, ObserverRow } from '@/db/cache';
import type { Observer } from '@/domain/observers/observer';
import { isOpen, mayBeCreatedBy, observerLane } from '@/domain/outbox/op';
import { fold } from '@/domain/words';

import { acknowledgedSince, currentAck } from '@/workers/outbox/acknowledge';
import { commit, noteReply, putChanged } from '@/workers/engine/commit';
import type { Engine, PullResult } from '@/workers/engine/engine';
import { pulled, resultOf } from '@/workers/engine/engine';
import {
  findCountedIds,
  findObserver,
  isThis,
} from '@/workers/outbox/senders/observer-lookup';
import { changeBlocks } from './observer-blocks';
import type { Round } from './sweep';
import {
  countMet,
  countMissing,
  isCleanSweep,
  lanesInWork,
  readingOf,
  readUntilClean,
  unsettledCreations,
  wholeSize,
} from './sweep';

const resource = 'observers';
/** A list read so recently needs no second look before an edit goes out. */
const FRESH_MS = 10_000;
/** Clean sweeps that must miss an observer before the server is asked about it. */
const PATIENCE = 2;

/**
 * Reads all observers this user may see. The server's list has no order and no
 * marks of change, so every page is read; only changed rows are written.
 */
export function pullObservers(engine: Engine): Promise<PullResult> {
  return sweepObservers(engine, { client: engine.background });
}

/**
 * Reads all observers in one page, and removes those that it does not have, however
 * many: a user has confirmed it. Torn readings remove nothing.
 */
export async function confirmObserverDeletions(
  engine: Engine,
): Promise<PullResult> {
  const { total = 0 } = await cursorOf(engine);
  const { observers } = engine.databases.cache;
  const confirmed = await observers.toCollection().primaryKeys();
  const options = { client: engine.urgent, confirmed };
  return sweepObservers(engine, options, wholeSize(total));
}

interface SweepOptions {
  client: Client;
  /** Ids that were cached when a user confirmed that those are gone that a clean reading misses. */
  confirmed?: readonly number[] | undefined;
}

function sweepObservers(
  engine: Engine,
  options: SweepOptions,
  pageSize?: number,
): Promise<PullResult> {
  const alive = new Set<number>();
  return readUntilClean(
    (size) => readObservers(engine, options, alive, size),
    pageSize,
  );
}

/** @param alive gets the ids that are met, in this reading and in those before it. */
async function readObservers(
  engine: Engine,
  { client, confirmed }: SweepOptions,
  alive: Set<number>,
  pageSize: number,
): Promise<Round> {
  const { cache } = engine.databases;
  const cursor = await cache.cursors.get(resource);
  const seen = new Set<number>();
  const totals: number[] = [];
  let isComplete = true;
  for (let page = 1; !engine.isStopped(); page += 1) {
    const ack = await currentAck(cache);
    const reply = await getObservers(client, {
      page,
      pageSize,
      etag: page === 1 && !confirmed ? cursor?.etag : undefined,
    });
    if (!reply.ok || !reply.value) {
      // "Not modified" since a clean reading is a clean reading.
      const news = reply.ok ? { sweptAt: engine.now(), seen: undefined } : {};
      await noteReply(engine, resource, reply, news);
      return { result: resultOf([reply]) };
    }
    const { data, totalItems, totalPages } = reply.value;
    const isFirstFill = cursor?.sweptAt === undefined;
    const isAllCached = await cacheObservers(engine, data, ack, isFirstFill);
    isComplete = isComplete && isAllCached;
    for (const { id } of data) {
      seen.add(id);
      alive.add(id);
    }
    totals.push(totalItems);
    if (page < totalPages && data.length > 0) continue;
    const isClean = isCleanSweep(totals, seen.size);
    const absence = isClean
      ? await forgetUnseen(engine, alive, confirmed)
      : undefined;
    const met = countMet(engine, resource, totals, seen);
    const reading = readingOf(totals, met, engine.now());
    // "Not modified" says nothing of a cached row that is not in the list, and of
    // one that was left out: as long as there is one, the list is read again. And
    // a validator of the first page speaks for the list only when it is the last.
    const isAllSeen = (await cache.observers.count()) === seen.size;
    const isValid = page === 1 && isClean && isComplete && isAllSeen;
    await noteReply(engine, resource, reply, {
      ...reading,
      etag: isValid ? reply.etag : undefined,
      ...absence,
    });
    const isTorn = reading.seen !== undefined;
    return { result: pulled, tornTotal: isTorn ? totalItems : undefined };
  }
  return { result: pulled };
}

/**
 * Whether a clean reading of the observers ended just now, so that the cached rows
 * are what the server has.
 * @param since epoch ms: read before then, they do not.
 */
export async function areObserversFresh(
  engine: Engine,
  since: number,
): Promise<boolean> {
  const { sweptAt } = await cursorOf(engine);
  return isJustNow(engine, sweptAt, since);
}

/**
 * Reads the list before many edits go out, unless that was done just now. A torn
 * reading counts: the edits then ask for their observers one by one, and the list
 * is not read once more for each of them. A known list is asked for in one page:
 * every lane waits for it, and the edits that leave meanwhile would tear pages.
 * @param since epoch ms: a reading before then is too old.
 */
export async function refreshObservers(
  engine: Engine,
  since: number,
): Promise<void> {
  const { asOf, total = 0 } = await cursorOf(engine);
  if (isJustNow(engine, asOf, since)) return;
  await sweepObservers(engine, { client: engine.push }, wholeSize(total));
}

async function cursorOf({ databases }: Engine): Promise<Partial<CursorRow>> {
  return (await databases.cache.cursors.get(resource)) ?? {};
}

function isJustNow(
  { now }: Engine,
  at: number | undefined,
  since: number,
): boolean {
  return at !== undefined && at >= since && Math.abs(now() - at) < FRESH_MS;
}

/** Fetches one observer by phone, for a profile that is not cached. */
export function pullObserver(
  engine: Engine,
  phone: string,
): Promise<PullResult> {
  return readUntilClean(async (pageSize) => {
    const ack = await currentAck(engine.databases.cache);
    const query = { phone, page: 1, pageSize };
    const reply = await getObservers(engine.urgent, query);
    if (!reply.ok || !reply.value) {
      await noteReply(engine, `observer:${phone}`, reply);
      return { result: resultOf([reply]) };
    }
    const { data, totalItems } = reply.value;
    await cacheObservers(engine, data, ack, false);
    const met = new Set(data.map(({ id }) => id)).size;
    const reading = readingOf([totalItems], met, engine.now());
    await noteReply(engine, `observer:${phone}`, reply, reading);
    const isTorn = reading.seen !== undefined;
    return { result: pulled, tornTotal: isTorn ? totalItems : undefined };
  });
}

/**
 * The server's whole list was read and does not have this observer. Its row stays
 * as long as a change of it is open; the first sweep after that takes it away.
 */
export async function noteGone(engine: Engine, id: number): Promise<void> {
  await commit(engine, ['observers'], async ({ observers }) => {
    await observers.update(id, { missing: PATIENCE });
  });
}

/** The row that the cache has of an observer. */
export function rowOf(observer: Observer): ObserverRow {
  return { ...observer, nameFold: fold(observer.name), missing: 0 };
}

/**
 * Caches rows of the server, except those it confirmed a save of after `ack` and
 * those that may be a creation of ours.
 * @returns whether no creation of ours may be among them.
 */
export async function cacheObservers(
  engine: Engine,
  observers: readonly Observer[],
  ack: number,
  isFirstFill: boolean,
): Promise<boolean> {
  const unsettled = await unsettledCreations(
    engine,
    'observer.create',
    mayBeCreatedBy,
  );
  const tables = ['observers', 'observerBlocks', 'acks'] as const;
  await commit(engine, tables, async (cache) => {
    const newer = await acknowledgedSince(cache, ack);
    const rows = observers
      .filter(
        (row) => !newer.has(observerLane(row)) && !unsettled.mayHaveMade(row),
      )
      .map(rowOf);
    const cached = isFirstFill
      ? undefined
      : await cachedAtOnce(cache, rows.length);
    const written = await putChanged(
      cache.observers,
      ({ id }) => id,
      rows,
      isFirstFill,
      cached,
    );
    if (written > 0) await changeBlocks(cache, rows);
  });
  return !unsettled.hasAny;
}

/** All cached rows in one request, where about as many are compared; otherwise undefined. */
async function cachedAtOnce(
  { observers }: CacheDatabase,
  compared: number,
): Promise<Map<string, ObserverRow> | undefined> {
  if (compared < ROWS_PER_FIRST_FILL) return undefined;
  if ((await observers.count()) > 2 * compared) return undefined;
  const rows = await observers.toArray();
  return new Map(rows.map((row) => [String(row.id), row]));
}

/**
 * Removes observers that clean sweeps missed, and another reading as long as the server
 * counts, and that no lookup by phone finds. What a user has confirmed needs no further evidence.
 * @returns what the cursor says of rows that stay because a user has to be asked first.
 */
async function forgetUnseen(
  engine: Engine,
  seen: ReadonlySet<number>,
  confirmed: readonly number[] | undefined,
): Promise<Pick<CursorRow, 'unconfirmedDeletions'>> {
  if (confirmed) {
    const inWork = await lanesInWork(engine);
    const mayGo = (id: number) =>
      !seen.has(id) && !inWork.has(observerLane({ id }));
    await deleteObservers(engine, confirmed.filter(mayGo));
    return { unconfirmedDeletions: undefined };
  }
  const { suspects, unconfirmed } = await commit(
    engine,
    ['observers'],
    async ({ observers }) =>
      countMissing(observers, {
        cached: await observers.toCollection().primaryKeys(),
        isSeen: (id) => seen.has(id),
        patience: PATIENCE,
      }),
  );
  const { cache, intent } = engine.databases;
  const there = suspects.length > 0 ? await findCountedIds(engine) : undefined;
  const listed =
    there && 'ids' in there && !there.isShort ? there.ids : undefined;
  for (const id of suspects) {
    if (listed?.has(id) !== false) continue;
    const row = await cache.observers.get(id);
    const ops = await intent.outbox
      .where('lane')
      .equals(observerLane({ id }))
      .toArray();
    if (!row || ops.some((op) => isOpen(op.state))) continue;
    const found = await findObserver(engine, [row.phone], isThis(id));
    if (found === 'none') await deleteObservers(engine, [id]);
  }
  return { unconfirmedDeletions: unconfirmed || undefined };
}

/** Takes observers out of the cache. */
async function deleteObservers(
  engine: Engine,
  ids: readonly number[],
): Promise<void> {
  await commit(engine, ['observers', 'observerBlocks'], async (cache) => {
    await cache.observers.bulkDelete([...ids]);
    await changeBlocks(cache, [], ids);
  });
}
