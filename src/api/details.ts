import * as v from 'valibot';

import type { ThreadDetails } from '@/domain/answers/details';
import type { Reply } from '@/domain/outbox/outcome';

import { wireExtra } from './answers';
import type { Client } from './client';
import { wireNote } from './notes';
import { date, id } from './wire';

/** Threads of one page: 23 kB on the wire with demo data. */
const PAGE_SIZE = 200;

export interface DetailsQuery {
  /** The `next` of the page before; absent: from the beginning. */
  after?: string | undefined;
  /** Only threads with a flagged answer, or only those without; absent: all. */
  isUrgent?: boolean | undefined;
}

export interface DetailsPage {
  data: ThreadDetails[];
  /** Where to go on, now or later. */
  next: string;
  /** Whether there is more already. */
  hasMore: boolean;
}

const wirePage = v.pipe(
  v.object({
    data: v.array(
      v.object({
        observerId: id,
        pollingStationId: id,
        lastModified: v.pipe(date, v.safeInteger()),
        answers: v.array(
          v.object({
            questionId: id,
            options: v.array(
              v.object({ optionId: id, value: v.nullable(v.string()) }),
            ),
          }),
        ),
        stationInfo: v.nullable(wireExtra),
        notes: v.array(wireNote),
      }),
    ),
    options: v.array(
      v.object({
        optionId: id,
        text: v.string(),
        isFreeText: v.boolean(),
        isFlagged: v.boolean(),
      }),
    ),
    next: v.string(),
    hasMore: v.boolean(),
  }),
  // A page that names no text of an option would hide what was answered.
  v.check(({ data, options }) => {
    const known = new Set(options.map(({ optionId }) => optionId));
    return data.every(({ answers }) =>
      answers.every((answer) =>
        answer.options.every(({ optionId }) => known.has(optionId)),
      ),
    );
  }),
  v.transform(({ data, options, next, hasMore }): DetailsPage => {
    const byId = new Map(options.map((option) => [option.optionId, option]));
    return {
      data: data.map(({ answers, stationInfo, ...thread }) => ({
        ...thread,
        extra: stationInfo,
        answers: answers.map(({ questionId, options: ticked }) => ({
          questionId,
          options: ticked.map(({ optionId, value }) => {
            const option = byId.get(optionId);
            return {
              optionId,
              text: option?.text ?? '',
              isFreeText: option?.isFreeText ?? false,
              value: value || undefined,
              flagged: option?.isFlagged ?? false,
            };
          }),
        })),
      })),
      next,
      hasMore,
    };
  }),
);

/**
 * GET /api/extensions/details (docs/api-contract.md 10.14): all that was sent of the
 * first threads that changed after a cursor. 410 when it has to be read from the
 * beginning.
 */
export function getDetails(
  client: Client,
  { after, isUrgent }: DetailsQuery,
): Promise<Reply<DetailsPage | undefined>> {
  return client.get({
    path: '/api/extensions/details',
    query: { after, urgent: isUrgent, limit: PAGE_SIZE },
    schema: wirePage,
  });
}
