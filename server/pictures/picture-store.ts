import { createHash } from 'node:crypto';

import { AwsV4Signer } from 'aws4fetch';

import { FileGoneError, type StoredFile } from '../db/file-parts';

/** Where the objects lie: each at this address and a key. */
export interface StorePlace {
  /** With a slash at its end, and without a user. */
  url: string;
  region: string;
  keyId: string;
  secret: string;
}

/** The bytes from `from` up to and including `to` of a file of `size` bytes. */
export interface ByteRange {
  from: number;
  to: number;
}

/**
 * A private store of objects. Each call rejects with a `PictureStoreError` when
 * the store does not do it in time or at all.
 */
export interface PictureStore {
  /**
   * Resolves once the object is there, and its length and hash, read back, are
   * those of the file.
   */
  put: (
    key: string,
    file: Pick<StoredFile, 'size' | 'sha256'>,
    chunks: AsyncIterable<Uint8Array>,
  ) => Promise<void>;
  /** Rejects with a `FileGoneError` when there is no object, or one of another length. */
  read: (
    key: string,
    size: number,
    range: ByteRange,
  ) => Promise<ReadableStream<Uint8Array<ArrayBuffer>>>;
  /** An object that is not there is removed already. */
  remove: (key: string) => Promise<void>;
  /** Whether the store answers, and takes the key of this server. */
  probe: () => Promise<void>;
}

/** Away: no answer, a slow one or an error; refused: the key or the address. */
export type StoreFailure = 'away' | 'full' | 'refused';

const SENTENCES = {
  away: 'The store of the pictures is not available.',
  full: 'The store of the pictures is full. Pictures cannot be stored until there is room.',
  refused: 'The store of the pictures refuses this server.',
} as const satisfies Record<StoreFailure, string>;

export class PictureStoreError extends Error {
  readonly reason: StoreFailure;
  /** What the store or the network said, without anything of the request. */
  readonly said: string;

  constructor(reason: StoreFailure, said: string) {
    super(SENTENCES[reason]);
    this.name = 'PictureStoreError';
    this.reason = reason;
    this.said = said;
  }
}

interface StoreLimits {
  /** A store that says nothing for so long, or sends no next byte, is away. */
  answerMs: number;
  /** A file is 30 MiB at most, so this asks for one MiB in a second. */
  writeMs: number;
}

const STORE_LIMITS: StoreLimits = { answerMs: 10_000, writeMs: 30_000 };

/** Of an error's text so much is read, in bytes, to find its code. */
const ERROR_TEXT_BYTES = 4_096;

/** No file has this key. */
const PROBE_KEY = 'probe';

/** What stores say when they are full, besides the status 507. */
const FULL_CODES =
  /^(QuotaExceeded|StorageFull|XMinioStorageFull|XMinioAdminBucketQuotaExceeded|EntityTooLarge)$/;

/** The store of `PICTURES_URL`, by the protocol of S3. */
export function createPictureStore(
  place: StorePlace,
  { answerMs, writeMs }: StoreLimits = STORE_LIMITS,
): PictureStore {
  const send = async (
    key: string,
    init: RequestInit & { headers?: Record<string, string>; duplex?: 'half' },
  ): Promise<Response> => {
    const signer = new AwsV4Signer({
      method: init.method ?? 'GET',
      url: `${place.url}${key}`,
      headers: { ...init.headers },
      accessKeyId: place.keyId,
      secretAccessKey: place.secret,
      region: place.region,
      service: 's3',
    });
    const { url, headers } = await signer.sign();
    // Not signed: what stands between may change it.
    headers.set('Accept-Encoding', 'identity');
    return fetch(url, { ...init, headers, redirect: 'error' }).catch(
      (thrown: unknown) => {
        throw away(thrown);
      },
    );
  };

  const read: PictureStore['read'] = async (key, size, { from, to }) => {
    const isWhole = from === 0 && to === size - 1;
    const stop = new AbortController();
    const inTime = watch(stop, answerMs);
    const reply = await inTime(
      send(key, {
        headers: isWhole ? {} : { Range: `bytes=${from}-${to}` },
        signal: stop.signal,
      }),
    );
    if (reply.status === 404 || reply.status === 416) {
      await reply.body?.cancel();
      throw new FileGoneError(`The object ${key} is gone.`);
    }
    if (reply.status !== (isWhole ? 200 : 206)) throw await refusal(reply);
    const length = to + 1 - from;
    const problem = isWhole
      ? wrongLength(reply, key, size)
      : wrongRange(reply, key, { size, from, to });
    if (problem) {
      await reply.body?.cancel();
      throw problem;
    }
    return inTurn(reply, length, inTime);
  };

  return {
    read,
    async put(key, file, chunks) {
      const source = sourceOf(chunks);
      const reply = await send(key, {
        method: 'PUT',
        headers: {
          'Content-Length': String(file.size),
          'Content-Type': 'application/octet-stream',
          'X-Amz-Content-Sha256': file.sha256,
        },
        body: source.stream,
        duplex: 'half',
        signal: AbortSignal.timeout(writeMs),
      }).catch((thrown: unknown) => {
        throw source.failure() ?? thrown;
      });
      if (!reply.ok) throw await refusal(reply);
      await reply.body?.cancel();
      const range = { from: 0, to: file.size - 1 };
      const hash = createHash('sha256');
      try {
        for await (const chunk of await read(key, file.size, range)) {
          hash.update(chunk);
        }
      } catch (thrown) {
        if (!(thrown instanceof FileGoneError)) throw thrown;
        throw new PictureStoreError('away', 'stored nothing whole');
      }
      if (hash.digest('hex') !== file.sha256) {
        throw new PictureStoreError('away', 'stored other bytes');
      }
    },
    async remove(key) {
      const signal = AbortSignal.timeout(answerMs);
      const reply = await send(key, { method: 'DELETE', signal });
      if (!reply.ok && reply.status !== 404) throw await refusal(reply);
      await reply.body?.cancel();
    },
    async probe() {
      const signal = AbortSignal.timeout(answerMs);
      const reply = await send(PROBE_KEY, { signal });
      const code = reply.ok ? '' : await codeOf(reply);
      const isThere = reply.ok || (reply.status === 404 && !isOfBucket(code));
      await reply.body?.cancel().catch(() => {});
      if (!isThere) throw failureOf(reply.status, code);
    },
  };
}

function wrongLength(reply: Response, key: string, size: number) {
  const isRight = reply.headers.get('Content-Length') === String(size);
  return isRight ? undefined : otherLength(key);
}

function wrongRange(
  reply: Response,
  key: string,
  { size, from, to }: ByteRange & { size: number },
) {
  const range = reply.headers.get('Content-Range') ?? '';
  if (range === `bytes ${from}-${to}/${size}`) return undefined;
  const hasSize = range.endsWith(`/${size}`);
  return hasSize
    ? new PictureStoreError('away', 'gave another range')
    : otherLength(key);
}

function otherLength(key: string) {
  return new FileGoneError(`The object ${key} has another length.`);
}

/** The chunks as a body, and the error of their source, which is not the store's. */
function sourceOf(chunks: AsyncIterable<Uint8Array>) {
  const iterator = chunks[Symbol.asyncIterator]();
  let failure: unknown;
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const next = await iterator.next();
          if (next.done) controller.close();
          else controller.enqueue(next.value);
        } catch (thrown) {
          failure = thrown;
          throw thrown;
        }
      },
      async cancel() {
        await iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, failure: () => failure };
}

/** Aborts what does not settle in time; each piece of work has its own. */
function watch(stop: AbortController, withinMs: number) {
  return async <T>(work: Promise<T>): Promise<T> => {
    const timer = setTimeout(() => stop.abort(), withinMs);
    try {
      return await work;
    } finally {
      clearTimeout(timer);
    }
  };
}

/** The body chunk by chunk, so that a reader who is slow is not the store's fault. */
function inTurn(
  { body }: Response,
  length: number,
  inTime: ReturnType<typeof watch>,
) {
  const reader = body?.getReader();
  let left = length;
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const next = await inTime(
          reader?.read() ?? Promise.reject(new Error('no body')),
        ).catch((thrown: unknown) => {
          throw away(thrown);
        });
        if (!next.done) {
          left -= next.value.length;
          controller.enqueue(next.value);
        } else if (left === 0) controller.close();
        else throw new PictureStoreError('away', 'gave another length');
      },
      cancel: (reason) => reader?.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

async function refusal(reply: Response): Promise<PictureStoreError> {
  return failureOf(reply.status, await codeOf(reply));
}

function failureOf(status: number, code: string): PictureStoreError {
  const said = [`status ${status}`, code].filter(Boolean).join(' ');
  if (status === 507 || status === 413 || FULL_CODES.test(code)) {
    return new PictureStoreError('full', said);
  }
  const isRefused = [400, 401, 403, 404].includes(status);
  return new PictureStoreError(isRefused ? 'refused' : 'away', said);
}

function isOfBucket(code: string): boolean {
  return code === 'NoSuchBucket';
}

/** The `Code` of an error of S3: a word, which cannot repeat what was sent. */
async function codeOf(reply: Response): Promise<string> {
  let text = '';
  try {
    for await (const chunk of reply.body ?? []) {
      text += Buffer.from(chunk).toString('latin1');
      if (text.length >= ERROR_TEXT_BYTES) break;
    }
  } catch {
    // The status says enough.
  }
  return /<Code>([A-Za-z]{1,60})<\/Code>/.exec(text)?.[1] ?? '';
}

/** Of a failed request its name or code; a message could repeat the address. */
function away(thrown: unknown): PictureStoreError {
  const cause = thrown instanceof Error ? (thrown.cause ?? thrown) : thrown;
  const code =
    cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const name = cause instanceof Error ? cause.name : 'failed';
  const isSlow = /^(AbortError|TimeoutError)$/.test(name);
  return new PictureStoreError(
    'away',
    isSlow ? 'too slow' : (/^[A-Z0-9_]+$/.exec(code)?.[0] ?? name),
  );
}
