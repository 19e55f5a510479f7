import type { ThreadPair } from '@/domain/answers/thread';
import { threadKey } from '@/domain/answers/thread';

import type { Exchange, ModelServer } from './model-server';

interface BulkThread extends ThreadPair {
  isUrgent?: boolean;
  /** Epoch ms. */
  lastModified: number;
  /** Text of its one note. */
  note?: string;
}

/** Details in bulk (docs/api-contract.md 10.14), as far as the sync worker can tell. */
export interface BulkServer {
  /** A thread changed, or is new. */
  put: (thread: BulkThread) => void;
  /** The order begins anew: cursors of before are gone. */
  restore: () => void;
  /** Queries that were answered, oldest first. */
  asked: { after: string | null; urgent: string | null; keys: string[] }[];
  pageSize: number;
}

/** Lets the model server give the details of many threads in one reply. */
export function giveBulk(server: ModelServer): BulkServer {
  const threads = new Map<string, BulkThread & { changedIn: number }>();
  let now = 0;
  let name = 'a';

  const bulk: BulkServer = {
    put(thread) {
      now += 1;
      const { observerId, pollingStationId } = thread;
      threads.set(threadKey(observerId, pollingStationId), {
        ...thread,
        changedIn: now,
      });
    },
    restore() {
      name += 'a';
    },
    asked: [],
    pageSize: 200,
  };

  function page(query: URLSearchParams) {
    const after = query.get('after');
    const [of, from = '0'] = (after ?? name).split(' ');
    if (of !== name) return { status: 410 };
    const urgent = query.get('urgent');
    const rows = [...threads.values()]
      .filter(({ changedIn }) => changedIn > Number(from))
      .filter(
        ({ isUrgent = false }) =>
          urgent === null || String(isUrgent) === urgent,
      )
      .toSorted((one, other) => one.changedIn - other.changedIn);
    const data = rows.slice(0, bulk.pageSize);
    const hasMore = rows.length > data.length;
    bulk.asked.push({
      after,
      urgent,
      keys: data.map((row) => threadKey(row.observerId, row.pollingStationId)),
    });
    const next = `${name} ${hasMore ? data.at(-1)?.changedIn : now}`;
    const body = {
      data: data.map(wireOf),
      options: [
        { optionId: 902, text: 'Nu', isFreeText: false, isFlagged: true },
        { optionId: 901, text: 'Da', isFreeText: false, isFlagged: false },
      ],
      next,
      hasMore,
    };
    return { status: 200, body: JSON.stringify(body) };
  }

  const { answer } = server;
  server.answer = (exchange: Exchange) =>
    exchange.path === '/api/extensions/details'
      ? page(exchange.query)
      : answer(exchange);
  return bulk;
}

function wireOf({ isUrgent = false, lastModified, note, ...pair }: BulkThread) {
  const { observerId, pollingStationId } = pair;
  const optionId = isUrgent ? 902 : 901;
  return {
    observerId,
    pollingStationId,
    lastModified: new Date(lastModified).toISOString(),
    answers: [{ questionId: 205, options: [{ optionId, value: null }] }],
    stationInfo: null,
    notes:
      note === undefined
        ? []
        : [{ text: note, questionId: null, formId: -1, attachmentsPaths: [] }],
  };
}
