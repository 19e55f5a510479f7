import * as v from 'valibot';

import { threadKey } from '@/domain/answers/thread';
import type { Reply } from '@/domain/outbox/outcome';
import type { SharedMark } from '@/domain/triage/shared';
import type { TriageMark } from '@/domain/triage/triage';
import { TRIAGE_STATES } from '@/domain/triage/triage';

import type { Client } from './client';
import { id } from './wire';

/** So many marks come with one request; the server gives no more. */
const PAGE_SIZE = 1000;

const instant = v.pipe(
  v.string(),
  v.transform((text) => Date.parse(text)),
  v.safeInteger(),
);

const mark = v.pipe(
  v.object({
    id,
    observerId: id,
    pollingStationId: id,
    state: v.picklist(TRIAGE_STATES),
    note: v.string(),
    setBy: v.string(),
    setAt: instant,
    receivedAt: instant,
  }),
  v.transform(({ observerId, pollingStationId, ...wire }): SharedMark => ({
    ...wire,
    key: threadKey(observerId, pollingStationId),
  })),
);

/**
 * GET /api/v1/triage (docs/api-contract.md 10.2): the marks with a greater id than
 * `after`, in the order of their ids, as many as fit.
 */
export function getMarks(
  client: Client,
  after: number,
): Promise<Reply<{ data: SharedMark[]; hasMore: boolean } | undefined>> {
  return client.get({
    path: '/api/v1/triage',
    query: { after, pageSize: PAGE_SIZE },
    schema: v.object({ data: v.array(mark), hasMore: v.boolean() }),
  });
}

/**
 * POST /api/v1/triage (docs/api-contract.md 10.3), in the name of the session's
 * account. The same mark sent twice is stored once. Answers the stored mark.
 */
export function postMark(
  client: Client,
  thread: { observerId: number; pollingStationId: number },
  { state, note, setAt }: TriageMark,
): Promise<Reply<SharedMark | undefined>> {
  return client.send({
    method: 'POST',
    path: '/api/v1/triage',
    body: { ...thread, state, note, setAt: new Date(setAt).toISOString() },
    schema: mark,
  });
}
