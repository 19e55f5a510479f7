import type { $Fetch, FetchOptions } from 'ofetch';
import type { GenericSchema, InferOutput } from 'valibot';
import { pipe, transform, unknown } from 'valibot';

import {
  HEADERS_TIMEOUT_MS,
  REPLY_TIMEOUT_MS,
  STALL_TIMEOUT_MS,
} from '@/config';
import type { Rejection, Reply } from '@/domain/outbox/outcome';

import type { Origin } from './api-fetch';
import { createApiFetch } from './api-fetch';
import type { Freshness } from './freshness';
import { isFromCache } from './freshness';
import type { Asked, Downloaded, RawReply } from './reply';
import { understand, understandFile } from './reply';

export interface ClientOptions extends Origin {
  /** Delays requests, so that a few at a time share a slow link. */
  gate?: Gate | undefined;
  /**
   * Whether the server allows Idempotency-Key and If-Match in its CORS reply.
   * Sent to another server they make the preflight fail.
   */
  takesIdempotencyKeys?: boolean | undefined;
  /**
   * Called with the outcome of every request, which tells whether the server is
   * reachable.
   */
  onReply?: ((reply: Reply<unknown>) => void) | undefined;
  /** Called when a request leaves; returns the watch that follows it. */
  onRequest?: (() => RequestWatch) | undefined;
  /** Shared by all clients of a server; absent: a read is believed without it. */
  freshness?: Freshness | undefined;
  /** Longest time for a whole JSON reply, in ms. */
  replyTimeoutMs?: number | undefined;
}

/** Is told about the progress of one request. */
interface RequestWatch {
  /** Headers or bytes of the body arrived. */
  onBytes: () => void;
  /** The request ended, with any outcome. */
  onEnd: () => void;
}

export type Gate = <T>(run: () => Promise<T>) => Promise<T>;

interface Ask<Schema extends GenericSchema> {
  path: string;
  query?: Query | undefined;
  /** Schema of the body; a body that does not fit is `unreadable`. */
  schema: Schema;
}

interface Get<Schema extends GenericSchema> extends Ask<Schema> {
  /** Sent as If-None-Match; the answer may then be 304 with no value. */
  etag?: string | undefined;
}

interface Send<Schema extends GenericSchema> extends Omit<
  Ask<Schema>,
  'schema'
> {
  /**
   * Of the body; absent where the contract promises none. A success without a body
   * is unproven: only a question tells what came of the write.
   */
  schema?: Schema | undefined;
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  body?: Record<string, unknown> | FormData | undefined;
  /** Uuid by which the server recognises a second delivery. */
  idempotencyKey?: string | undefined;
  /**
   * ETag of the content that is replaced. A weak one is not sent, as it does
   * not prove equality.
   */
  ifMatch?: string | undefined;
}

type Query = Record<
  string,
  string | number | boolean | readonly (string | number)[] | undefined | null
>;

/** Whatever it is, nobody reads it: the contract promises no body. */
const unread = pipe(
  unknown(),
  transform(() => undefined),
);

interface Download {
  path: string;
  query?: Query | undefined;
  /** Content type asked for. */
  accept: string;
  /** Called with the number of bytes so far. */
  onProgress?: ((bytes: number) => void) | undefined;
}

export interface Client {
  /** Sends a GET. A 304 is `ok` without a value. */
  get<Schema extends GenericSchema>(
    get: Get<Schema>,
  ): Promise<Reply<InferOutput<Schema> | undefined>>;
  /** Sends a write once; the client never retries. */
  send<Schema extends GenericSchema>(
    send: Send<Schema>,
  ): Promise<Reply<InferOutput<Schema> | undefined>>;
  /** Downloads a file. There is no limit in all, only one between bytes. */
  download(file: Download): Promise<Reply<Downloaded>>;
}

/**
 * Makes the client of all requests but uploads and the stream of changes. Every
 * outcome is a value, never an exception (docs/specification.md 7,
 * docs/api-contract.md 1).
 */
export function createClient(options: ClientOptions): Client {
  const { gate = (run) => run(), onReply, onRequest, freshness } = options;
  const { replyTimeoutMs = REPLY_TIMEOUT_MS } = options;
  const apiFetch = createApiFetch(options);

  async function exchange<Schema extends GenericSchema>(
    { path, query = {}, schema }: Ask<Schema>,
    init: FetchOptions,
    asked: Asked,
  ): Promise<Reply<InferOutput<Schema> | undefined>> {
    const ask = (more: Query = {}) =>
      gate(() =>
        fetchChunks(
          apiFetch,
          path,
          { ...init, query: { ...query, ...more } },
          { totalMs: replyTimeoutMs, watch: onRequest?.() },
        ),
      );
    const raw = await (asked.isWrite ? askOnce : askFresh)(ask);
    const reply =
      'chunks' in raw
        ? understand(
            { ...raw, text: await new Blob(raw.chunks).text() },
            schema,
            asked,
          )
        : raw;
    onReply?.(reply);
    return reply;
  }

  type Answer = RawReply | Rejection;

  /** A write is sent once; its reply tells the server's time all the same. */
  async function askOnce(ask: () => Promise<Answer>): Promise<Answer> {
    const hear = freshness?.leave();
    const raw = await ask();
    if ('chunks' in raw) hear?.(raw.headers);
    return raw;
  }

  /**
   * Asks again under an address that no cache has, when a cache answered in spite of
   * `no-store`: what it kept may be from before a change that the server confirmed.
   */
  async function askFresh(
    ask: (more?: Query) => Promise<Answer>,
  ): Promise<Answer> {
    const isFresh = freshness?.leave();
    const raw = await ask();
    if (!('chunks' in raw) || (isFresh?.(raw.headers) ?? true)) return raw;
    const again = await ask({ _: crypto.randomUUID() });
    if (!('chunks' in again)) return again;
    if (isFromCache(again.headers)) {
      return {
        ok: false,
        failure: { kind: 'unreadable', status: again.status },
      };
    }
    freshness?.believe(again.headers);
    return again;
  }

  async function download(file: Download): Promise<Reply<Downloaded>> {
    const { path, query = {}, accept, onProgress } = file;
    const raw = await fetchChunks(
      apiFetch,
      path,
      { method: 'GET', query, headers: { Accept: accept } },
      { onProgress, watch: onRequest?.() },
    );
    const reply = 'chunks' in raw ? await understandFile(raw) : raw;
    onReply?.(reply);
    return reply;
  }

  return {
    get: (get) =>
      exchange(
        get,
        {
          method: 'GET',
          headers: get.etag ? { 'If-None-Match': get.etag } : {},
        },
        { etag: get.etag },
      ),
    send: ({ schema = unread, ...send }) =>
      exchange(
        { ...send, schema },
        {
          method: send.method,
          body: send.body,
          headers: options.takesIdempotencyKeys ? conditionsOf(send) : {},
        },
        { isWrite: true },
      ),
    download,
  };
}

/** Headers by which a server can refuse a repeated or outdated request. */
function conditionsOf({
  idempotencyKey,
  ifMatch,
}: Pick<Send<GenericSchema>, 'idempotencyKey' | 'ifMatch'>) {
  return {
    ...(idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {}),
    ...(ifMatch?.startsWith('"') ? { 'If-Match': ifMatch } : {}),
  };
}

interface Patience {
  /**
   * Limit for the whole request, in ms; absent: only the limit between bytes.
   */
  totalMs?: number | undefined;
  onProgress?: ((bytes: number) => void) | undefined;
  watch: RequestWatch | undefined;
}

/**
 * Fetches and reads the body to its end under three time limits: until the
 * headers, between bytes, and in all. A read during which the device slept
 * fails (docs/offline-design.md 6.4).
 */
async function fetchChunks(
  apiFetch: $Fetch,
  path: string,
  init: FetchOptions,
  { totalMs, onProgress, watch }: Patience,
): Promise<RawReply | Rejection> {
  const startedAt = Date.now();
  const watchdog = new AbortController();
  const abort = () => watchdog.abort();
  const total = totalMs === undefined ? undefined : setTimeout(abort, totalMs);
  let stall = setTimeout(abort, HEADERS_TIMEOUT_MS);
  try {
    // ofetch's own `timeout` ends at the headers and is off beside a signal.
    const { signal } = watchdog;
    const response = await apiFetch.raw(path, { ...init, signal });
    const chunks = await readChunks(response.body, (bytes) => {
      clearTimeout(stall);
      stall = setTimeout(abort, STALL_TIMEOUT_MS);
      watch?.onBytes();
      onProgress?.(bytes);
    });
    // A device that slept may get the reply before the timer fires. An old read
    // would pass for a new one, so it fails; a write has happened all the same.
    const isOld = totalMs !== undefined && Date.now() - startedAt > totalMs;
    if (init.method === 'GET' && isOld) {
      return { ok: false, failure: { kind: 'timeout' } };
    }
    const { status, headers, redirected: isRedirected } = response;
    return { status, headers, isRedirected, chunks };
  } catch {
    // All transport errors look the same here; only the timer tells a time-out.
    const kind = watchdog.signal.aborted ? 'timeout' : 'offline';
    return { ok: false, failure: { kind } };
  } finally {
    clearTimeout(total);
    clearTimeout(stall);
    watch?.onEnd();
  }
}

/** `onProgress` gets the bytes so far, before each wait for more. */
async function readChunks(
  body: ReadableStream<Uint8Array<ArrayBuffer>> | null,
  onProgress: (bytes: number) => void,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  const reader = body?.getReader();
  let bytes = 0;
  for (;;) {
    onProgress(bytes);
    const chunk = await reader?.read();
    if (!chunk || chunk.done) return chunks;
    chunks.push(chunk.value);
    bytes += chunk.value.byteLength;
  }
}
