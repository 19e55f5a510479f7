import * as v from 'valibot';

import type { Origin } from './api-fetch';
import { createApiFetch } from './api-fetch';

/** What the server says has changed (docs/api-contract.md 10.9). */
const changeKinds = [
  'urgent',
  'threads',
  'notes',
  'marks',
  'forms',
  'places',
  'observers',
  'notifications',
] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** One event of a stream of changes (docs/api-contract.md 10.9). */
export interface ChangeEvent {
  /** Names the place in the stream, to go on from there. */
  id: string;
  name: string;
  /** When the server said it, in ms of a clock that never goes back. */
  at: number;
  /** What changed, as far as this build knows it; only `changes` says it. */
  kinds: ChangeKind[];
  /** Whether the server's disk has little room; only a beat says it, to organizers. */
  isDiskLow: boolean;
}

/** A stream, or how the server refused it. */
type Opened =
  | { events: AsyncGenerator<ChangeEvent> }
  | { status: number; retryAfterMs: number };

const Data = v.object({
  at: v.number(),
  kinds: v.optional(v.array(v.string()), []),
  disk: v.optional(v.string()),
});

/**
 * Opens the stream of changes, to go on after the event `lastId`. Rejects when
 * there is no connection; the events end, or reject, when it breaks.
 */
export async function openChanges(
  origin: Origin,
  lastId: string | undefined,
  signal: AbortSignal,
): Promise<Opened> {
  // Not an EventSource: that would need the token in the address.
  const reply = await createApiFetch(origin).raw('/api/extensions/changes', {
    headers: {
      Accept: 'text/event-stream',
      ...(lastId === undefined ? {} : { 'Last-Event-ID': lastId }),
    },
    signal,
  });
  const isStream = reply.headers
    .get('Content-Type')
    ?.startsWith('text/event-stream');
  if (reply.status === 200 && isStream && reply.body) {
    return { events: readEvents(reply.body) };
  }
  await reply.body?.cancel();
  const seconds = Number(reply.headers.get('Retry-After'));
  return { status: reply.status, retryAfterMs: (seconds || 0) * 1000 };
}

async function* readEvents(
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<ChangeEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (rest + decoder.decode(value, { stream: true })).split(
      '\n\n',
    );
    rest = blocks.pop() ?? '';
    for (const block of blocks) yield parseEvent(block);
  }
}

/** Throws for what is no event of ours: the stream is not to be trusted. */
function parseEvent(block: string): ChangeEvent {
  const field = (name: string) =>
    new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1] ?? '';
  const data = v.parse(Data, JSON.parse(field('data')));
  const kinds = changeKinds.filter((kind) => data.kinds.includes(kind));
  const { at, disk } = data;
  const isDiskLow = disk === 'low';
  return { id: field('id'), name: field('event'), at, kinds, isDiskLow };
}
