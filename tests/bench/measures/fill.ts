import { sweptLists } from '../../e2e/support/databases';
import { syncWorker } from '../../e2e/support/sync-worker';
import { countWorker, databaseWork } from '../database-work';
import type { Figure } from '../figures';
import { settled } from '../settled';
import type { Stage } from '../stage';
import { closeAfter, signedIn } from '../stage';

/** As many as the app puts into one transaction while a list is filled. */
const ROWS_OF_A_TRANSACTION = 1000;

/** Observers and the two lists of threads. */
const LONG_LISTS = 3;

/**
 * The first fill of the threads beside the same rows added by plain IndexedDB with
 * the same indexes, in the same thread of the same browser, and in the order in
 * which the server gives them. Rows sorted by their key, and rows that may
 * overwrite others (`put`), are written faster: a first fill can do neither.
 */
export async function fill(stage: Stage): Promise<Figure[]> {
  const context = await signedIn(stage);
  return closeAfter(context, async () => {
    const page = await context.newPage();
    const started = syncWorker(page).then(async (worker) => {
      await countWorker(worker);
      return worker;
    });
    // Few live queries look at the threads here.
    await page.goto('/outbox');
    const worker = await started;
    // A sweep may pause for longer than a settled tab is watched.
    while ((await sweptLists(page)) < LONG_LISTS) {
      await page.waitForTimeout(500);
    }
    await settled(page, stage.link);
    const { writes, written } = await databaseWork(worker);
    // One that brings details writes these, too.
    const app = (writes['threads'] ?? []).reduce((sum, ms) => sum + ms, 0);
    const raw = await worker.evaluate(fillRaw, ROWS_OF_A_TRANSACTION);
    if ((written['threads'] ?? 0) < raw.rows) {
      throw new Error('The fill began before it was watched');
    }
    const what = `first fill of ${raw.rows} threads, database time`;
    return [
      { what: `${what}, share of raw speed`, ...shareOf(raw.ms, app) },
      { what, value: app, unit: 'ms' },
      { what: `${what}, raw IndexedDB`, value: raw.ms, unit: 'ms' },
    ];
  });
}

function shareOf(raw: number, app: number): Omit<Figure, 'what'> {
  return { value: raw / app, unit: 'of raw', atLeast: 0.9 };
}

/** Runs in the worker, so it uses nothing of this file. */
async function fillRaw(
  rowsAtOnce: number,
): Promise<{ rows: number; ms: number }> {
  const NAME = 'bench-raw';
  const until = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error));
    });
  const over = (transaction: IDBTransaction) =>
    new Promise<void>((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve());
      transaction.addEventListener('abort', () => reject(transaction.error));
    });
  const all = await indexedDB.databases();
  const name = all.find((each) => each.name?.startsWith('vmo-cache-'))?.name;
  if (!name) throw new Error('There is no cache');
  const cache = await until(indexedDB.open(name));
  const source = cache.transaction('threads').objectStore('threads');
  const { keyPath } = source;
  const indexes = [...source.indexNames].map((each) => {
    const index = source.index(each);
    return { name: each, keyPath: index.keyPath };
  });
  const newestFirst = source.index('[list+order]').openCursor(null, 'prev');
  const rows: unknown[] = [];
  await new Promise<void>((resolve, reject) => {
    newestFirst.addEventListener('error', () => reject(newestFirst.error));
    newestFirst.addEventListener('success', () => {
      const cursor = newestFirst.result;
      if (!cursor) return resolve();
      rows.push(cursor.value);
      cursor.continue();
    });
  });
  cache.close();

  const opening = indexedDB.open(NAME);
  opening.addEventListener('upgradeneeded', () => {
    const store = opening.result.createObjectStore('threads', { keyPath });
    for (const index of indexes) store.createIndex(index.name, index.keyPath);
  });
  const raw = await until(opening);
  let ms = 0;
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const from = performance.now();
    const writing = raw.transaction('threads', 'readwrite', {
      durability: 'relaxed',
    });
    const done = over(writing);
    const store = writing.objectStore('threads');
    for (const row of rows.slice(at, at + rowsAtOnce)) store.add(row);
    await done;
    ms += performance.now() - from;
  }
  raw.close();
  await until(indexedDB.deleteDatabase(NAME));
  return { rows: rows.length, ms };
}
