import { areOffersKnown, pullBulkDetails } from '@/workers/pull/bulk-details';
import { prefetchDetails } from '@/workers/pull/details-ahead';
import {
  cacheForOffline,
  isDownloading,
  pauseWhenFull,
  readWish,
} from '@/workers/pull/offline';
import { packBlocks } from '@/workers/pull/pack-blocks';
import { keepPictures, noteSeen } from '@/workers/pull/pictures';
import { countReadable } from '@/workers/pull/readable';
import { reducePicture } from '@/workers/pull/reduce-picture';
import type { Engine, PullResult } from './engine/engine';
import { pulled } from './engine/engine';
import type { TaskContext, TaskResult } from './tasks';

/** The pause between details that are fetched one by one, a hundred threads each time. */
const REST_MS = 20_000;

/** A server that has not said yet what it offers may say so soon. */
const OFFERS_SOON_MS = 5_000;
/** One that has not said so by then is taken for one that offers nothing. */
const OFFERS_WITHIN_MS = 60_000;

/** Epoch ms at which it was looked for first what the server offers. */
const lookedSince = new WeakMap<Engine, number>();

/** It is asked with the first decisions about threads, a moment after the start. */
async function mayOfferSoon(engine: Engine): Promise<boolean> {
  if (await areOffersKnown(engine)) return false;
  const now = engine.now();
  const since = lookedSince.get(engine) ?? now;
  lookedSince.set(engine, since);
  return Math.abs(now - since) < OFFERS_WITHIN_MS;
}

/** Fetches the details of what the first page shows. */
export function readFirst(
  context: TaskContext,
  mayGoOn: () => boolean,
): Promise<TaskResult> {
  return fetchAhead(context, context.engine.config.pageSize, mayGoOn);
}

/**
 * Fetches details ahead. Then what can be read without a connection is counted, and
 * answers are packed for the figures, where no first download is under way.
 */
export async function readAhead(
  context: TaskContext,
  mayGoOn: () => boolean,
): Promise<TaskResult> {
  const { engine } = context;
  const { prefetchThreads } = engine.config;
  const result = await fetchAhead(context, prefetchThreads, mayGoOn);
  await countReadable(engine);
  const isPacked =
    (await isDownloading(engine)) || (await packUnlessFull(engine, mayGoOn));
  return isPacked ? result : { ok: true, dueAt: engine.now() };
}

/** @returns false where a part is left for another run; a full device has none to do. */
async function packUnlessFull(
  engine: Engine,
  mayGoOn: () => boolean,
): Promise<boolean> {
  const packed = await pauseWhenFull(engine, () => packBlocks(engine, mayGoOn));
  return packed !== false;
}

async function fetchAhead(
  context: TaskContext,
  budget: number,
  mayGoOn: () => boolean,
): Promise<TaskResult> {
  const { engine, county } = context;
  const ended = await prefetchDetails(engine, {
    budget,
    county,
    mayGoOn: () => mayGoOn() && context.county === county,
  });
  return ended === 'stop' ? { ok: true, dueAt: engine.now() } : pulled;
}

/** Reads the details that changed, where the server gives those of many in one reply. */
export async function readBulkDetails(
  { engine }: TaskContext,
  mayGoOn: () => boolean,
): Promise<TaskResult> {
  const { paused, newest } = await readWish(engine);
  // Before the first page, too: until then nobody says that anything is missing.
  await countReadable(engine);
  if (paused) return pulled;
  const isUrgentOnly = newest === 0;
  const ended = await pauseWhenFull(engine, () =>
    pullBulkDetails(engine, { isUrgentOnly, mayGoOn }),
  );
  await countReadable(engine);
  if (ended === 'more') return { ok: true, dueAt: engine.now() };
  if (await mayOfferSoon(engine)) {
    return { ok: true, dueAt: engine.now() + OFFERS_SOON_MS };
  }
  // Also after a failure: figures of what is here are better than none.
  const isPacked = await packUnlessFull(engine, mayGoOn);
  if (ended === 'done' && !isPacked) return { ok: true, dueAt: engine.now() };
  return typeof ended === 'object' ? { ok: false, ...ended } : pulled;
}

/** Fetches one by one what else the user wants here without a connection. */
export async function readForOffline(
  { engine }: TaskContext,
  mayGoOn: () => boolean,
): Promise<TaskResult> {
  const ended = await pauseWhenFull(engine, () =>
    cacheForOffline(engine, mayGoOn),
  );
  await countReadable(engine);
  if (ended === 'stop') return { ok: true, dueAt: engine.now() };
  if (ended === 'more') return { ok: true, dueAt: engine.now() + REST_MS };
  // Misses: who wants all of it here may be about to leave.
  return ended === 'away'
    ? { ok: false, failure: { kind: 'offline' } }
    : pulled;
}

const tools = {
  reduce: reducePicture,
  async quota() {
    // A browser that does not say keeps to the limit in bytes alone.
    const estimate = await globalThis.navigator?.storage?.estimate?.();
    return estimate?.quota;
  },
};

/** Keeps reduced copies of the pictures of urgent threads. */
export async function readPictures(
  { engine }: TaskContext,
  mayGoOn: () => boolean,
): Promise<TaskResult> {
  const { paused, isSaving } = await readWish(engine);
  if (paused || isSaving) return pulled;
  const ended = await pauseWhenFull(engine, () =>
    keepPictures(engine, tools, mayGoOn),
  );
  if (ended === 'stop' || ended === 'more') {
    return { ok: true, dueAt: engine.now() };
  }
  return ended === 'away'
    ? { ok: false, failure: { kind: 'offline' } }
    : pulled;
}

/** Somebody looks at a picture that is kept. */
export async function seePicture(
  engine: Engine,
  path: string,
): Promise<PullResult> {
  await noteSeen(engine, path);
  return pulled;
}
