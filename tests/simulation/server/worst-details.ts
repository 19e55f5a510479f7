import type { ThreadPair } from '@/domain/answers/thread';
import { threadKey } from '@/domain/answers/thread';

import type { Exchange, Told, WorstServer } from './server-state';

/** The question that every thread answers. */
export const QUESTION = 31;

/** What the observer of a thread wrote, in the answer and in the note. */
export function textOf({ observerId, pollingStationId }: ThreadPair): string {
  return threadKey(observerId, pollingStationId);
}

/**
 * Details of many threads (docs/api-contract.md 10.14), by the dates of their changes. A
 * cursor is the date and the key of a thread; one of before a restore is gone.
 */
export function bulkRoute(server: WorstServer, { query }: Exchange): Told {
  const { threads, traits } = server;
  const urgent = query.get('urgent');
  const urgentKeys = new Set(threads.urgent.map(({ key }) => key));
  const byKey = new Map(
    [...threads.all, ...threads.urgent].map((row) => [row.key, row]),
  );
  const rows = [...byKey.values()]
    .filter(
      ({ key }) => urgent === null || String(urgentKeys.has(key)) === urgent,
    )
    .map((row) => ({ ...row, at: placeOf(row) }))
    .filter(({ at }) => at > (query.get('after') ?? ''))
    .toSorted((one, other) => (one.at < other.at ? -1 : 1));
  const size = Math.min(
    traits.pageCap ?? Number.POSITIVE_INFINITY,
    Number(query.get('limit') ?? 200),
  );
  const page = rows.slice(0, size);
  const data = page.map(
    ({ observerId, pollingStationId, lastModified = 0 }) => {
      const text = textOf({ observerId, pollingStationId });
      return {
        observerId,
        pollingStationId,
        lastModified: new Date(lastModified).toISOString(),
        answers: [
          { questionId: QUESTION, options: [{ optionId: 1, value: text }] },
        ],
        stationInfo: null,
        notes: [{ text }],
      };
    },
  );
  const options = [
    { optionId: 1, text: 'Da', isFreeText: false, isFlagged: false },
  ];
  const next = page.at(-1)?.at ?? query.get('after') ?? '0';
  const value = { data, options, next, hasMore: rows.length > page.length };
  return { status: 200, value };
}

/** By date, then by key: a text that is ordered as the places are. */
function placeOf({
  key,
  lastModified = 0,
}: {
  key: string;
  lastModified?: number | undefined;
}) {
  return `${String(lastModified).padStart(15, '0')} ${key}`;
}
