import type { CursorRow, DetailRow, ThreadRow } from '@/db/cache';
import { writeDigests } from '@/db/cache';
import { databases } from '@/db/open';
import type { ThreadList } from '@/domain/answers/thread';

import {
  aCounty,
  aForm,
  anObserverRow,
  aSection,
} from '../../support/builders';

/** The details of a thread as the cache stores them. */
export function aDetail(changes: Partial<DetailRow> = {}): DetailRow {
  return {
    key: '41:7',
    observerId: 41,
    pollingStationId: 7,
    answers: [],
    extra: null,
    notes: [],
    hash: 'h1',
    changedAt: 1,
    writtenAt: 1,
    ...changes,
  };
}

/** What the server said of a list: its rows, how many there are, and when. */
export async function cacheThreads(
  list: ThreadList,
  rows: readonly ThreadRow[],
  freshness: Partial<CursorRow> = {},
): Promise<void> {
  const { cache } = databases();
  await cache.threads.bulkPut(rows.map((row) => ({ ...row, list })));
  const now = Date.now();
  await cache.cursors.put({
    resource: `threads:${list}`,
    triedAt: now,
    asOf: now,
    total: rows.length,
    sweptAt: now,
    ...freshness,
  });
}

/** One record with the stamp of its fetch. */
export async function cacheDetail(row: DetailRow, asOf = Date.now()) {
  const { cache } = databases();
  await cache.details.put(row);
  await writeDigests(cache.threads, [row]);
  await cache.cursors.put({
    resource: `detail:${row.key}`,
    triedAt: asOf,
    asOf,
  });
}

/** Form A with one question, form B without sections; a county; an observer. */
export async function cacheBasics(): Promise<void> {
  const { cache } = databases();
  await cache.forms.bulkPut([
    aForm({ id: 12, code: 'A', description: 'Deschidere' }),
    aForm({ id: 13, code: 'B', description: 'Votare', order: 2 }),
  ]);
  await cache.formBodies.put({ id: 12, version: 1, sections: [aSection()] });
  await cache.cursors.put({
    resource: 'forms:public',
    triedAt: 1,
    asOf: 1,
  });
  await cache.counties.put(aCounty());
  await cache.observers.put(anObserverRow());
}
