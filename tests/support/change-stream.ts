import type { ModelServer } from './model-server';

const path = '/api/extensions/changes';

/** One opened stream, as the server holds it. */
interface Connection {
  lastId: string | null;
  /** @param agoMs how long the line held it back. */
  say: (name: string, kinds?: string[], agoMs?: number) => void;
  end: () => void;
  /** Whether the beats say that the server has little room. */
  isDiskLow: boolean;
  isOpen: () => boolean;
}

export interface ChangeStream {
  fetch: typeof globalThis.fetch;
  connections: Connection[];
  /** The latest one; throws when there is none. */
  current: () => Connection;
  /** Answered in place of a stream. */
  refusal: Response | undefined;
}

/** Puts `/api/extensions/changes` in front of a server, and offers it. */
export function offerChanges(server: ModelServer): ChangeStream {
  const { answer } = server;
  server.answer = (exchange) => {
    if (exchange.path === '/api/extensions') {
      const body = '{"triage":{"version":1},"changes":{"version":1}}';
      return { status: 200, body };
    }
    if (exchange.path === '/api/v1/triage') {
      return { status: 200, body: '{"data":[],"hasMore":false}' };
    }
    return answer(exchange);
  };
  const stream: ChangeStream = {
    connections: [],
    refusal: undefined,
    current() {
      const last = stream.connections.at(-1);
      if (!last) throw new Error('Nobody has opened a stream.');
      return last;
    },
    fetch: async (input, init) => {
      const request = new Request(input, init);
      // A request follows the signal only for as long as it is not collected.
      const signal = init?.signal ?? request.signal;
      if (new URL(request.url).pathname !== path) {
        return server.fetch(request, { signal });
      }
      if (stream.refusal) return stream.refusal;
      return open(request, signal, stream.connections);
    },
  };
  return stream;
}

function open(
  request: Request,
  signal: AbortSignal,
  connections: Connection[],
): Response {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let isOpen = true;
  let count = 0;
  const body = new ReadableStream<Uint8Array>({
    start(opened) {
      controller = opened;
    },
    cancel() {
      isOpen = false;
    },
  });
  signal.addEventListener('abort', () => {
    if (isOpen) controller?.error(new DOMException('', 'AbortError'));
    isOpen = false;
  });
  const number = connections.length + 1;
  const connection: Connection = {
    lastId: request.headers.get('Last-Event-ID'),
    say(name, kinds, agoMs = 0) {
      count += 1;
      const disk = connection.isDiskLow ? 'low' : undefined;
      const data = JSON.stringify({ at: Date.now() - agoMs, kinds, disk });
      const text = `id: ${number}-${count}\nevent: ${name}\ndata: ${data}\n\n`;
      if (isOpen) controller?.enqueue(new TextEncoder().encode(text));
    },
    end() {
      if (isOpen) controller?.close();
      isOpen = false;
    },
    isDiskLow: false,
    isOpen: () => isOpen,
  };
  connections.push(connection);
  return new Response(body, {
    headers: { 'Content-Type': 'text/event-stream' },
  });
}
