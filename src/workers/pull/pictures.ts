import { loadFile } from '@/api/note-file';
import type {
  CacheDatabase,
  DetailRow,
  PictureRow,
  ThreadRow,
} from '@/db/cache';
import { webAddress } from '@/domain/answers/note';
import type { ThreadPair } from '@/domain/answers/thread';

import { commit, readMeta } from '@/workers/engine/commit';
import type { Engine } from '@/workers/engine/engine';
import { fetchDetail } from './details';
import { newestThreads } from './details-ahead';

/** Threads that are looked at together. */
const THREADS_AT_ONCE = 100;
/** Pictures that one run fetches, before other work passes. */
const PICTURES_AT_ONCE = 30;
/** The most that pictures take, in bytes, and the share of what the browser grants. */
const MOST_BYTES = 500_000_000;
const MOST_SHARE = 0.2;
/** A larger file is no photo of a phone, and is not loaded into memory. */
const MOST_FILE_BYTES = 30_000_000;

/** What the browser does of it: replaced in tests. */
export interface PictureTools {
  /** A smaller copy; undefined for a file that this browser cannot show. */
  reduce: (file: Blob) => Promise<Blob | undefined>;
  /** Bytes that the browser grants this site; undefined where it does not say. */
  quota: () => Promise<number | undefined>;
}

/** Addresses that were refused, as a signature ran out; a new one is another address. */
const refused = new WeakMap<Engine, Set<string>>();

/** A picture that a note of an urgent thread has. */
interface Wanted extends ThreadPair {
  path: string;
  src: string;
  /** Epoch ms of the thread's last change. */
  at: number;
}

/**
 * Keeps reduced copies of the pictures of urgent threads, newest first, as long as
 * they fit into their share of the device; what nobody looked at for longest goes first.
 * @param mayGoOn asked before each picture.
 * @returns 'more' when a part is left for the next run; 'stop' when `mayGoOn` or a stop
 * ended it; 'away' when a picture did not come.
 */
export async function keepPictures(
  engine: Engine,
  tools: PictureTools,
  mayGoOn: () => boolean,
): Promise<'done' | 'more' | 'stop' | 'away'> {
  const { cache } = engine.databases;
  const quota = (await tools.quota()) ?? Number.POSITIVE_INFINITY;
  const room = Math.min(MOST_BYTES, quota * MOST_SHARE);
  const wanted = await wantedPictures(engine);
  const known = new Set(await cache.pictures.toCollection().primaryKeys());
  const gone = refused.get(engine) ?? new Set<string>();
  refused.set(engine, gone);
  let left = PICTURES_AT_ONCE;
  try {
    for (const picture of wanted) {
      if (known.has(picture.path) || gone.has(picture.src)) continue;
      // All that follow are older: they do not fit, either.
      if (!(await mayFit(cache, picture, room))) return 'done';
      if (left === 0) return 'more';
      if (engine.isStopped() || !mayGoOn()) return 'stop';
      left -= 1;
      const file = await load(engine, picture.src);
      if (file === 'away') return 'away';
      if (file === 'refused') {
        gone.add(picture.src);
        await fetchDetail(engine, engine.background, picture);
        continue;
      }
      const copy = file && (await tools.reduce(file));
      if (!(await store(engine, picture, copy, room))) return 'done';
    }
    return 'done';
  } finally {
    await countPictures(engine, wanted);
  }
}

/** Somebody looks at a picture that is kept: it stays longer than others. */
export async function noteSeen(engine: Engine, path: string): Promise<void> {
  await commit(engine, ['pictures'], ({ pictures }) =>
    pictures.update(path, { seenAt: engine.now() }),
  );
}

/** Pictures of the notes of urgent threads, of the newest thread first, each once. */
async function wantedPictures(engine: Engine): Promise<Wanted[]> {
  const { details } = engine.databases.cache;
  const threads = await newestThreads(engine, 'urgent').toArray();
  const wanted = new Map<string, Wanted>();
  for (let at = 0; at < threads.length; at += THREADS_AT_ONCE) {
    const slice = threads.slice(at, at + THREADS_AT_ONCE);
    const rows = await details.bulkGet(slice.map(({ key }) => key));
    for (const [index, row] of rows.entries()) {
      for (const picture of picturesOf(row, slice[index])) {
        if (!wanted.has(picture.path)) wanted.set(picture.path, picture);
      }
    }
  }
  return [...wanted.values()];
}

function picturesOf(
  detail: DetailRow | undefined,
  thread: ThreadRow | undefined,
): Wanted[] {
  const files = (detail?.notes ?? []).flatMap(({ attachments }) => attachments);
  return files
    .filter(({ type }) => type === 'image')
    .map(({ path, src }) => ({
      path,
      src,
      at: thread?.order ?? 0,
      observerId: detail?.observerId ?? 0,
      pollingStationId: detail?.pollingStationId ?? 0,
    }));
}

/** @returns undefined for a file that cannot be a photo. */
async function load(
  engine: Engine,
  src: string,
): Promise<Blob | 'away' | 'refused' | undefined> {
  const { apiHost } = engine.config;
  const server = apiHost === '' ? globalThis.location.origin : apiHost;
  const address = webAddress(src, server);
  if (!address) return undefined;
  const file = await loadFile(engine.fetch, address, MOST_FILE_BYTES);
  if (file === 'unusable') return undefined;
  // Another server may be there and allow no look at its files.
  const isElsewhere = address.origin !== new URL(server).origin;
  return file === 'away' && isElsewhere ? undefined : file;
}

/** Whether a picture of the usual size has room, or takes that of others. */
async function mayFit(
  { pictures }: CacheDatabase,
  { at }: Wanted,
  room: number,
): Promise<boolean> {
  const rows = await pictures.toArray();
  const shown = rows.filter(({ size }) => size > 0);
  const usual = shown.length === 0 ? 0 : sizeOf(shown) / shown.length;
  const isSeenBefore = shown.some(({ seenAt }) => seenAt < at);
  return room - sizeOf(rows) >= usual || isSeenBefore;
}

/** @returns false when there is no room for it. */
async function store(
  engine: Engine,
  { path, at }: Wanted,
  copy: Blob | undefined,
  room: number,
): Promise<boolean> {
  const bytes = await copy?.arrayBuffer();
  const tables = ['pictures', 'pictureBytes'] as const;
  return commit(engine, tables, async (cache) => {
    const size = bytes?.byteLength ?? 0;
    if (!(await makeRoom(cache, size, at, room))) return false;
    await cache.pictures.put({ path, size, seenAt: at });
    if (bytes && copy) {
      await cache.pictureBytes.put({ path, bytes, type: copy.type });
    }
    return true;
  });
}

/** Deletes what was seen longest ago, and before `at`, until there is room. */
async function makeRoom(
  { pictures, pictureBytes }: CacheDatabase,
  size: number,
  at: number,
  room: number,
): Promise<boolean> {
  const rows = await pictures.toArray();
  let free = room - sizeOf(rows);
  const going: string[] = [];
  for (const row of rows.toSorted((one, other) => one.seenAt - other.seenAt)) {
    if (free >= size || row.seenAt >= at) break;
    free += row.size;
    going.push(row.path);
  }
  if (free < size) return false;
  await pictures.bulkDelete(going);
  await pictureBytes.bulkDelete(going);
  return true;
}

function sizeOf(rows: readonly PictureRow[]): number {
  return rows.reduce((sum, { size }) => sum + size, 0);
}

/** For the pages: how many of them are here. */
async function countPictures(
  engine: Engine,
  wanted: readonly Wanted[],
): Promise<void> {
  const rows = await engine.databases.cache.pictures.toArray();
  const shown = new Set(
    rows.filter(({ size }) => size > 0).map(({ path }) => path),
  );
  const v = {
    count: wanted.filter(({ path }) => shown.has(path)).length,
    total: wanted.length,
    bytes: sizeOf(rows),
  };
  await commit(engine, ['meta'], async (cache) => {
    const known = await readMeta(cache, 'pictures');
    const isSame =
      known?.count === v.count &&
      known.total === v.total &&
      known.bytes === v.bytes;
    if (!isSame) await cache.meta.put({ k: 'pictures', v });
  });
}
