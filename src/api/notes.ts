import * as v from 'valibot';

import type { Note } from '@/domain/answers/note';
import { attachmentFrom } from '@/domain/answers/note';
import type { Reply } from '@/domain/outbox/outcome';

import type { Client } from './client';
import { id } from './wire';

/** A note as servers send it (docs/api-contract.md 4.3). */
export const wireNote = v.pipe(
  v.object({
    text: v.nullish(v.string()),
    questionId: v.nullish(id),
    formId: v.nullish(id),
    countyCode: v.nullish(v.string()),
    attachmentsPaths: v.fallback(v.array(v.string()), []),
  }),
  v.transform((wire): Note => ({
    text: wire.text || undefined,
    questionId: wire.questionId || undefined,
    // -1: a note on the station itself (docs/api-contract.md 4.3).
    formId: wire.formId && wire.formId > 0 ? wire.formId : undefined,
    countyCode: wire.countyCode ?? undefined,
    attachments: wire.attachmentsPaths
      .filter((path) => path !== '')
      .map(attachmentFrom),
  })),
);

/**
 * GET /api/v2/note (docs/api-contract.md 4.3), oldest first. Servers read
 * different parameter names, so all four are sent.
 */
export function getNotes(
  client: Client,
  observerId: number,
  pollingStationId: number,
): Promise<Reply<Note[] | undefined>> {
  return client.get({
    path: '/api/v2/note',
    query: {
      pollingStationId,
      observerId,
      idPollingStation: pollingStationId,
      idObserver: observerId,
    },
    schema: v.array(wireNote),
  });
}
