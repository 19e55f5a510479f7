import * as v from 'valibot';

import type { Answer, AnswerExtra } from '@/domain/answers/answer';
import type { Reply } from '@/domain/outbox/outcome';
import type { Thread, ThreadFilter, ThreadList } from '@/domain/answers/thread';
import { threadKey } from '@/domain/answers/thread';

import type { Client } from './client';
import type { Page } from './wire';
import { id, maybeDate, page } from './wire';

export interface ThreadQuery {
  list: ThreadList;
  filter: ThreadFilter;
  /** From 1. */
  page: number;
  pageSize: number;
  /** Only this observer's threads. Finds a thread that no cached page has. */
  observerId?: number | undefined;
  etag?: string | undefined;
}

const thread = v.pipe(
  v.object({
    observerId: id,
    pollingStationId: id,
    pollingStationName: v.fallback(v.string(), ''),
    observerName: v.fallback(v.string(), ''),
    observerPhoneNumber: v.nullish(v.string()),
    lastModified: maybeDate,
  }),
  v.transform((wire): Thread => ({
    key: threadKey(wire.observerId, wire.pollingStationId),
    observerId: wire.observerId,
    pollingStationId: wire.pollingStationId,
    pollingStationName: wire.pollingStationName,
    observerName: wire.observerName,
    observerPhone: wire.observerPhoneNumber ?? undefined,
    lastModified: wire.lastModified,
  })),
);

/**
 * GET /api/v1/answers (docs/api-contract.md 4.2): one page of threads, newest
 * first. `from` and `to` are not sent: the server has no such filter
 * (docs/api-contract.md 4.2).
 */
export function getThreads(
  client: Client,
  query: ThreadQuery,
): Promise<Reply<Page<Thread> | undefined>> {
  const { list, filter } = query;
  return client.get({
    path: '/api/v1/answers',
    query: {
      page: query.page,
      pageSize: query.pageSize,
      county: filter.county,
      pollingStationNumber: filter.pollingStationNumber,
      observerPhoneNumber: filter.observerPhone,
      observerId: query.observerId,
      ...(list === 'urgent' ? { urgent: true, isUrgent: true } : {}),
    },
    schema: page(thread),
    etag: query.etag,
  });
}

const chosenOption = v.pipe(
  v.object({
    optionId: v.optional(id),
    idOption: v.optional(id),
    text: v.fallback(v.string(), ''),
    isFreeText: v.fallback(v.boolean(), false),
    value: v.nullish(v.string()),
    isFlagged: v.nullish(v.boolean()),
    flagged: v.nullish(v.boolean()),
  }),
  v.transform((wire) => ({
    optionId: wire.optionId ?? wire.idOption ?? 0,
    text: wire.text,
    isFreeText: wire.isFreeText,
    value: wire.value || undefined,
    flagged: wire.isFlagged ?? wire.flagged ?? false,
  })),
);

const filledIn = v.pipe(
  v.array(v.object({ id, answers: v.array(chosenOption) })),
  // The server repeats a question with n chosen options n times, each time with
  // all n.
  v.transform((rows): Answer[] => {
    const byQuestion = new Map(rows.map((row) => [row.id, row.answers]));
    return [...byQuestion].map(([questionId, options]) => ({
      questionId,
      options,
    }));
  }),
);

/**
 * GET /api/v1/answers/filledIn (docs/api-contract.md 4.2): the answers of one
 * observer at one station.
 */
export function getAnswers(
  client: Client,
  observerId: number,
  pollingStationId: number,
): Promise<Reply<Answer[] | undefined>> {
  return client.get({
    path: '/api/v1/answers/filledIn',
    query: { pollingStationId, observerId },
    schema: filledIn,
  });
}

const maybeNumber = v.pipe(
  v.nullish(v.number()),
  v.transform((value) => value ?? undefined),
);
const maybeBoolean = v.pipe(
  v.nullish(v.boolean()),
  v.transform((value) => value ?? undefined),
);

/** Station info as servers send it (docs/api-contract.md 4.2). */
export const wireExtra = v.object({
  lastModified: maybeDate,
  observerArrivalTime: maybeDate,
  observerLeaveTime: maybeDate,
  urbanArea: v.nullish(v.boolean()),
  isPollingStationPresidentFemale: v.nullish(v.boolean()),
  numberOfVotersOnTheList: v.optional(maybeNumber),
  numberOfCommissionMembers: v.optional(maybeNumber),
  numberOfFemaleMembers: v.optional(maybeNumber),
  minPresentMembers: v.optional(maybeNumber),
  chairmanPresence: v.optional(maybeBoolean),
  singlePollingStationOrCommission: v.optional(maybeBoolean),
  adequatePollingStationSize: v.optional(maybeBoolean),
});

/**
 * GET /api/v1/answers/pollingStationInfo. `PollingStationNumber` means the id,
 * despite its name (docs/api-contract.md 4.2). Null when the server has
 * none (204).
 */
export function getAnswerExtra(
  client: Client,
  observerId: number,
  pollingStationId: number,
): Promise<Reply<AnswerExtra | null | undefined>> {
  return client.get({
    path: '/api/v1/answers/pollingStationInfo',
    query: {
      ObserverId: observerId,
      PollingStationNumber: pollingStationId,
      PollingStationId: pollingStationId,
    },
    schema: v.pipe(
      v.optional(v.nullable(wireExtra)),
      v.transform((value) => value ?? null),
    ),
  });
}
