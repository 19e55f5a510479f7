import type { CacheDatabase } from './cache';
import type { IntentDatabase } from './intent';
import { readOfflineWish } from './intent';
import { databases } from './open';
import { isStaleBuild } from './writer';

/** Answers of filtered lists that stay when room is made: the newest ones. */
const VIEWS_LEFT = 3;

/** Laid aside for the last changes on a full device: a form of 45 kB fits many times. */
const RESERVE_BYTES = 2 * 1024 * 1024;
/** `getRandomValues` fills no more at once. */
const RANDOM_BYTES_AT_ONCE = 65_536;

/** Some browsers count freed room a moment later: waits before further tries, in ms. */
const COUNTED_LATE_MS = [50, 200, 800];

/**
 * Runs a write of the user's own work. When the device is full, what the server
 * can send again is deleted, least useful first, then the reserve, and the write
 * is run again (docs/offline-design.md 13), for a second at most after the last of it.
 * @throws what the write throws, when no room could be made for it.
 */
export async function withRoom<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isQuotaError(error)) throw error;
    const { cache, intent } = databases();
    let hasFreed = false;
    for (const free of [
      () => pausing(intent, freePictures(cache)),
      () => pausing(intent, freeDetails(cache)),
      () => freeViews(cache),
      () => freeTable(cache, 'statistics'),
      () => freeTable(cache, 'stations'),
      () => freeReserve(intent),
    ]) {
      // A device so full that nothing can be deleted either: the next step may.
      const freed = await free().catch(() => 0);
      if (freed === 0) continue;
      hasFreed = true;
      const written = await unlessFull(write);
      if (written) return written.value;
    }
    for (const ms of hasFreed ? COUNTED_LATE_MS : []) {
      await new Promise((resolve) => setTimeout(resolve, ms));
      const written = await unlessFull(write);
      if (written) return written.value;
    }
    throw error;
  }
}

/** Undefined when the device is still full. @throws what else goes wrong. */
async function unlessFull<T>(
  write: () => Promise<T>,
): Promise<{ value: T } | undefined> {
  try {
    return { value: await write() };
  } catch (error) {
    if (isQuotaError(error)) return undefined;
    throw error;
  }
}

/**
 * Whether the device had no room. Dexie wraps it: the outer error of an aborted
 * transaction says only that it was aborted (measured).
 */
export function isQuotaError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'QuotaExceededError') return true;
  return 'inner' in error && isQuotaError(error.inner);
}

/**
 * Lays the reserve aside, unless it is there: at each start and whenever all is
 * sent. A device that has no room for it goes on without.
 */
export async function layReserve(): Promise<void> {
  const { intent } = databases();
  const { meta } = intent;
  try {
    await intent.transaction('rw', meta, async () => {
      if (await isStaleBuild(intent)) return;
      if (await meta.where('k').equals('reserve').count()) return;
      await meta.put({ k: 'reserve', v: incompressible(RESERVE_BYTES) });
    });
  } catch (error) {
    if (!isQuotaError(error)) throw error;
  }
}

/** Bytes that take their room on a disk that compresses, too. */
function incompressible(size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  for (let at = 0; at < size; at += RANDOM_BYTES_AT_ONCE) {
    crypto.getRandomValues(bytes.subarray(at, at + RANDOM_BYTES_AT_ONCE));
  }
  return bytes;
}

async function freeReserve({ meta }: IntentDatabase): Promise<number> {
  return meta.where('k').equals('reserve').delete();
}

/** Details of threads without a flag: urgent ones are read most. */
async function freeDetails(cache: CacheDatabase): Promise<number> {
  const { threads, details, cursors, answerBlocks, textBlocks, meta } = cache;
  const tables = [threads, details, cursors, answerBlocks, textBlocks, meta];
  return cache.transaction('rw', tables, async () => {
    const urgent = await threads
      .where('[list+key]')
      .between(['urgent', ''], ['urgent', '\uffff'])
      .primaryKeys();
    const stay = new Set(urgent.map(([, key]) => key));
    const keys = await details.toCollection().primaryKeys();
    const going = keys.filter((key) => !stay.has(key));
    await details.bulkDelete(going);
    // Packed anew of what is left: there is no room now to write them smaller.
    await Promise.all([answerBlocks.clear(), textBlocks.clear()]);
    await meta.delete('areAnswersPacked');
    // Otherwise they would count as fetched, and never come back.
    await cursors.bulkDelete(going.map((key) => `detail:${key}`));
    await cursors.delete('details:all');
    return going.length;
  });
}

async function freePictures({
  pictures,
  pictureBytes,
}: CacheDatabase): Promise<number> {
  const count = await pictures.count();
  await Promise.all([pictures.clear(), pictureBytes.clear()]);
  return count;
}

/** What is downloaded ahead would fill the room again. */
async function pausing(
  intent: IntentDatabase,
  freeing: Promise<number>,
): Promise<number> {
  const freed = await freeing;
  if (freed > 0) await pauseOffline(intent);
  return freed;
}

/**
 * Notes that the device had no room: nothing more is downloaded ahead before a person
 * says so. A device that has no room for that either goes on without.
 */
export async function pauseOffline({ meta }: IntentDatabase): Promise<void> {
  try {
    await meta.db.transaction('rw', meta, async () => {
      const wish = await readOfflineWish({ meta });
      await meta.put({ k: 'offline', v: { ...wish, paused: 'deviceFull' } });
    });
  } catch (error) {
    if (!isQuotaError(error)) throw error;
  }
}

async function freeViews(cache: CacheDatabase): Promise<number> {
  const { views, cursors } = cache;
  return cache.transaction('rw', views, cursors, async () => {
    const rows = await views.toArray();
    const going = rows
      .sort((a, b) => b.asOf - a.asOf)
      .slice(VIEWS_LEFT)
      .map(({ view }) => view);
    await views.bulkDelete(going);
    await cursors.bulkDelete(going);
    return going.length;
  });
}

async function freeTable(
  cache: CacheDatabase,
  name: 'statistics' | 'stations',
): Promise<number> {
  const { cursors } = cache;
  return cache.transaction('rw', cache[name], cursors, async () => {
    const count = await cache[name].count();
    await cache[name].clear();
    await cursors.where('resource').startsWith(`${name}:`).delete();
    return count;
  });
}
