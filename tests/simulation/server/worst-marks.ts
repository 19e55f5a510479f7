import { threadKey } from '@/domain/answers/thread';
import type { TriageMark } from '@/domain/triage/triage';

import { START } from '../device/clock';
import type { Exchange, Told, WorstServer } from './server-state';
import { accountOf } from './server-state';

/** A decision about a thread, as the server keeps it. */
export interface ServerMark extends TriageMark {
  id: number;
  observerId: number;
  pollingStationId: number;
  /** Epoch ms by the server's clock, which nobody can set. */
  receivedAt: number;
}

/** Triage marks (docs/api-contract.md 10.2, 10.3): an equal one is the same mark. */
export function marksRoute(server: WorstServer, exchange: Exchange): Told {
  const { method, query, body, token } = exchange;
  if (method === 'GET') {
    const cap = server.traits.pageCap ?? Number.POSITIVE_INFINITY;
    const size = Math.min(cap, Number(query.get('pageSize') ?? 20));
    const after = Number(query.get('after') ?? 0);
    const rest = server.marks.filter(({ id }) => id > after);
    const data = rest.slice(0, size).map(wireMark);
    return { status: 200, value: { data, hasMore: rest.length > size } };
  }
  const { observerId, pollingStationId, state, note, setAt } = body;
  const thread = server.threads.all.find(
    (row) =>
      row.observerId === observerId &&
      row.pollingStationId === pollingStationId,
  );
  if (!thread) return { status: 404, value: { detail: 'No such thread.' } };
  const mark = addMark(server, thread, {
    state: state as TriageMark['state'],
    note: String(note),
    setBy: accountOf(token),
    setAt: Date.parse(String(setAt)),
  });
  return { status: 200, value: wireMark(mark) };
}

/** Stores a mark, unless it is stored already. */
export function addMark(
  server: WorstServer,
  thread: { observerId: number; pollingStationId: number },
  mark: TriageMark,
): ServerMark {
  const { observerId, pollingStationId } = thread;
  const added = { observerId, pollingStationId, ...mark };
  const contentOf = ({ observerId, pollingStationId, ...rest }: typeof added) =>
    JSON.stringify([
      threadKey(observerId, pollingStationId),
      rest.state,
      rest.note,
      rest.setBy,
      rest.setAt,
    ]);
  const known = server.marks.find(
    (each) => contentOf(each) === contentOf(added),
  );
  if (known) return known;
  const stored = {
    id: 10 * (server.marks.length + 1),
    ...added,
    receivedAt: START + server.now(),
  };
  server.marks.push(stored);
  return stored;
}

function wireMark({ setAt, receivedAt, ...mark }: ServerMark) {
  return {
    ...mark,
    setAt: new Date(setAt).toISOString(),
    receivedAt: new Date(receivedAt).toISOString(),
  };
}
