import type { Remote } from 'comlink';
import { wrap } from 'comlink';

import { config, IMPORT_MAX_BYTES } from '@/config';
import type { ImportFileRead } from '@/domain/observers/import-file';
import type { PlanCounty, PlanFileRead } from '@/domain/plan/plan-file';
import type { PlaceColumn } from '@/domain/places';
import type { TableEncoding, TableFileRead } from '@/domain/table-file';

import type { readers } from './read-file';

/**
 * tooLarge: it was not read. unreadable: it has gone, or changed since it was
 * chosen, or its thread did not start.
 */
interface Unread {
  ok: false;
  problem: 'tooLarge' | 'unreadable';
}

/** Reads a file of observers in a thread of its own, so that the page stays free. */
export function readObserversInWorker(
  file: Blob,
  encoding: TableEncoding | undefined,
): Promise<ImportFileRead | Unread> {
  return inWorker(file, async (thread) =>
    thread.observers(file, config.phoneCountry, encoding),
  );
}

/** The same for a file of places. */
export function readPlacesInWorker(
  file: Blob,
  encoding: TableEncoding | undefined,
): Promise<TableFileRead<PlaceColumn> | Unread> {
  return inWorker(file, async (thread) => thread.places(file, encoding));
}

/** The same for a file that says who should be where. */
export function readPlanInWorker(
  file: Blob,
  counties: readonly PlanCounty[],
  encoding: TableEncoding | undefined,
): Promise<PlanFileRead | Unread> {
  return inWorker(file, async (thread) =>
    thread.plan(file, { counties, country: config.phoneCountry }, encoding),
  );
}

async function inWorker<Read>(
  file: Blob,
  read: (thread: Remote<typeof readers>) => Promise<Read>,
): Promise<Read | Unread> {
  if (file.size > IMPORT_MAX_BYTES) return { ok: false, problem: 'tooLarge' };
  const thread = new Worker(new URL('./import.worker.ts', import.meta.url), {
    type: 'module',
    name: 'import',
  });
  const failed = new Promise<never>((_resolve, reject) => {
    thread.addEventListener('error', () =>
      reject(new Error('The thread of the import failed')),
    );
  });
  try {
    return await Promise.race([read(wrap<typeof readers>(thread)), failed]);
  } catch {
    return { ok: false, problem: 'unreadable' };
  } finally {
    thread.terminate();
  }
}
