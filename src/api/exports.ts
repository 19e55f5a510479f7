import type { Reply } from '@/domain/outbox/outcome';
import type { ThreadFilter } from '@/domain/answers/thread';

import type { Client } from './client';
import type { Downloaded } from './reply';

/** What came, and what it is saved as. */
interface NamedFile {
  blob: Blob;
  fileName: string;
}

const SPREADSHEET =
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/**
 * GET /api/v1/export/all (docs/api-contract.md 4.5): the answers as a file. A
 * spreadsheet is preferred; servers that have none send CSV. 404 means that
 * nothing matched. `idObserver` is the observer with the phone of the filter,
 * if there is one: servers do not read the phone itself (docs/api-contract.md
 * 4.5).
 */
export async function downloadAnswers(
  client: Client,
  filter: ThreadFilter,
  idObserver: number | undefined,
  onProgress: (bytes: number) => void,
): Promise<Reply<NamedFile>> {
  const reply = await client.download({
    path: '/api/v1/export/all',
    query: queryOf(filter, idObserver),
    accept: `${SPREADSHEET}, text/csv;q=0.9`,
    onProgress,
  });
  return named(reply, answersName);
}

/**
 * GET /api/v1/export/all/notes (docs/api-contract.md 4.5): the notes as CSV,
 * with the same parameters. 404 means that nothing matched, or that the server
 * cannot filter by county.
 */
export async function downloadNotes(
  client: Client,
  filter: ThreadFilter,
  idObserver: number | undefined,
  onProgress: (bytes: number) => void,
): Promise<Reply<NamedFile>> {
  const reply = await client.download({
    path: '/api/v1/export/all/notes',
    query: queryOf(filter, idObserver),
    accept: 'text/csv',
    onProgress,
  });
  return named(reply, () => 'notes-data.csv');
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

function named(
  reply: Reply<Downloaded>,
  nameOf: (file: Downloaded) => string,
): Reply<NamedFile> {
  if (!reply.ok) return reply;
  const { blob } = reply.value;
  return { ...reply, value: { blob, fileName: nameOf(reply.value) } };
}

/** By the content type of the reply (docs/specification.md 7, docs/api-contract.md 4.5). */
function answersName({ contentType }: Downloaded): string {
  return contentType.startsWith(SPREADSHEET) ? 'answsers.xlsx' : 'answers.csv';
}
