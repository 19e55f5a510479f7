import type { Remote } from 'comlink';
import { wrap } from 'comlink';

import { config, IMPORT_MAX_BYTES } from '@/config';
import { IMPORT_FILE_COLUMNS } from '@/domain/observers/import-file';
import type {
  ImportFileColumn,
  ImportFileRead,
} from '@/domain/observers/import-file';
import { PLAN_COLUMNS } from '@/domain/plan/plan';
import type { PlanColumn } from '@/domain/plan/plan';
import type { PlanCounty, PlanFileRead } from '@/domain/plan/plan-file';
import { PLACE_FILE_COLUMNS } from '@/domain/places-file';
import type { PlaceFileColumn } from '@/domain/places-file';
import type { FileColumn } from '@/domain/tables/columns';
import type { TableChoice, TableFileRead } from '@/domain/tables/table-file';

import { readColumnChoice, storeColumnChoice } from '@/state/import-columns';

import { readMarkup } from './markup-table';
import type { readers } from './read-file';

/**
 * tooLarge: it was not read. unreadable: it has gone, or changed since it was
 * chosen, or its thread did not start.
 */
interface Unread {
  ok: false;
  problem: 'tooLarge' | 'unreadable';
}

/**
 * Reads a file of observers in a thread of its own, so that the page stays free. Columns
 * that a person named before in a file with the same heads are read as then.
 */
export function readObserversInWorker(
  file: Blob,
  choice: TableChoice<ImportFileColumn>,
): Promise<ImportFileRead | Unread> {
  return remembered('observers', IMPORT_FILE_COLUMNS, choice, (how) =>
    inWorker(file, async (thread, given) =>
      thread.observers(given, config.phoneCountry, how),
    ),
  );
}

/** The same for a file of places. */
export function readPlacesInWorker(
  file: Blob,
  choice: TableChoice<PlaceFileColumn>,
): Promise<TableFileRead<PlaceFileColumn> | Unread> {
  return remembered('places', PLACE_FILE_COLUMNS, choice, (how) =>
    inWorker(file, async (thread, given) => thread.places(given, how)),
  );
}

/** The same for a file that says who should be where. */
export function readPlanInWorker(
  file: Blob,
  counties: readonly PlanCounty[],
  choice: TableChoice<PlanColumn>,
): Promise<PlanFileRead | Unread> {
  return remembered('plan', PLAN_COLUMNS, choice, (how) =>
    inWorker(file, async (thread, given) =>
      thread.plan(given, { counties, country: config.phoneCountry }, how),
    ),
  );
}

/** Reads as a person said, now or before. */
async function remembered<
  Column extends string,
  Read extends { ok: boolean; columns?: readonly FileColumn<Column>[] },
>(
  kind: string,
  columns: readonly Column[],
  choice: TableChoice<Column>,
  read: (choice: TableChoice<Column>) => Promise<Read>,
): Promise<Read> {
  const first = await read(choice);
  const heads = first.columns?.map(({ head }) => head);
  if (!heads) return first;
  if (choice.columns) {
    if (first.ok) storeColumnChoice(kind, heads, choice.columns);
    return first;
  }
  const before = readColumnChoice(kind, heads)?.map((name) =>
    columns.find((column) => column === name),
  );
  return before ? read({ ...choice, columns: before }) : first;
}

async function inWorker<Read>(
  file: Blob,
  read: (
    thread: Remote<typeof readers>,
    given: Blob | string[][],
  ) => Promise<Read>,
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
    const given = (await readMarkup(file)) ?? file;
    return await Promise.race([
      read(wrap<typeof readers>(thread), given),
      failed,
    ]);
  } catch {
    return { ok: false, problem: 'unreadable' };
  } finally {
    thread.terminate();
  }
}
