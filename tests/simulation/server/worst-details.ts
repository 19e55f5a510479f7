import type { Thread, ThreadPair } from '@/domain/answers/thread';
import { threadKey } from '@/domain/answers/thread';

import type { Exchange, Told, WorstServer } from './server-state';

/** The question that every thread answers. */
export const QUESTION = 31;

/** What the observer of a thread wrote, in the answer and in the note. */
export function textOf({ observerId, pollingStationId }: ThreadPair): string {
  return threadKey(observerId, pollingStationId);
}

/** The place of each state of a thread among all changes, in the order of their dates. */
const places = new WeakMap<WorstServer, Map<string, number>>();

/** Details of many threads (docs/api-contract.md 10.14); a cursor is a place. */
export function bulkRoute(server: WorstServer, { query }: Exchange): Told {
  const { threads, traits } = server;
  const urgent = query.get('urgent');
  const urgentKeys = new Set(threads.urgent.map(({ key }) => key));
  const after = Number(query.get('after') ?? 0);
  const rows = placed(server)
    .filter(
      ({ key }) => urgent === null || String(urgentKeys.has(key)) === urgent,
    )
    .filter(({ at }) => at > after)
    .toSorted((one, other) => one.at - other.at);
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
  const hasMore = rows.length > page.length;
  const newest = places.get(server)?.size ?? 0;
  const next = String(hasMore ? (page.at(-1)?.at ?? after) : newest);
  const value = { data, options, next, hasMore };
  return { status: 200, value };
}

function placed(server: WorstServer): (Thread & { at: number })[] {
  const known = places.get(server) ?? new Map<string, number>();
  places.set(server, known);
  const { all, urgent } = server.threads;
  const byKey = new Map([...all, ...urgent].map((row) => [row.key, row]));
  const rows = [...byKey.values()].toSorted(
    (one, other) => (one.lastModified ?? 0) - (other.lastModified ?? 0),
  );
  return rows.map((row) => {
    const isUrgent = urgent.some(({ key }) => key === row.key);
    const name = `${row.key} ${row.lastModified} ${isUrgent}`;
    const at = known.get(name) ?? known.size + 1;
    known.set(name, at);
    return { ...row, at };
  });
}
