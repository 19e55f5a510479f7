import type { Reply } from '@/domain/outbox/outcome';
import type { ThreadFilter } from '@/domain/answers/thread';

import type { Client } from './client';
import type { Downloaded } from './reply';

const SPREADSHEET =
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/**
 * GET /api/v1/export/all (docs/api-contract.md 4.5): the answers as a file. A
 * spreadsheet is preferred; servers that have none send CSV. 404 means that
 * nothing matched. `idObserver` is the observer with the phone of the filter,
 * if there is one: servers do not read the phone itself (docs/api-contract.md
 * 4.5).
 */
export function downloadAnswers(
  client: Client,
  filter: ThreadFilter,
  idObserver: number | undefined,
  onProgress: (bytes: number) => void,
): Promise<Reply<Downloaded>> {
  return client.download({
    path: '/api/v1/export/all',
    query: queryOf(filter, idObserver),
    accept: `${SPREADSHEET}, text/csv;q=0.9`,
    onProgress,
  });
}

/**
 * GET /api/v1/export/all/notes (docs/api-contract.md 4.5): the notes as CSV,
 * with the same parameters. 404 means that nothing matched, or that the server
 * cannot filter by county.
 */
export function downloadNotes(
  client: Client,
  filter: ThreadFilter,
  idObserver: number | undefined,
  onProgress: (bytes: number) => void,
): Promise<Reply<Downloaded>> {
  return client.download({
    path: '/api/v1/export/all/notes',
    query: queryOf(filter, idObserver),
    accept: 'text/csv',
    onProgress,
  });
}

function queryOf(filter: ThreadFilter, idObserver: number | undefined) {
  const { county, pollingStationNumber, observerPhone, from, to } = filter;
  return {
    county,
    pollingStationNumber,
    phoneObserver: observerPhone,
    idObserver,
    from: from === undefined ? undefined : new Date(from).toISOString(),
    to: to === undefined ? undefined : new Date(to).toISOString(),
  };
}

/**
 * File name for a download, by the content type of the reply
 * (docs/specification.md 7, docs/api-contract.md 4.5).
 */
export function fileNameOf({ contentType }: Downloaded): string {
  return contentType.startsWith(SPREADSHEET) ? 'answsers.xlsx' : 'answers.csv';
}
