import { createHash, randomUUID } from 'node:crypto';

import type { MiddlewareHandler } from 'hono';

import { createBoundedQueue, type BoundedQueue } from '../../bounded-queue';
import { discardParts, storeParts } from '../../db/file-parts';
import { MultipartError, readMultipart, skip } from '../../files/multipart';
import {
  discardObjects,
  hasFile,
  sendToStore,
  type PlacedFile,
} from '../../pictures/files';
import type { RequestContext, Server, ServerEnv } from '../../server';
import {
  countUploads,
  requireQuota,
  type Uploads,
} from '../../services/upload-quota';
import { phoneUserOf } from '../callers/roles';
import { ProblemError } from '../problems/problem';
import { createTally } from '../tally';
import {
  BODY_LIMITS,
  isMultipart,
  tooLarge,
  tooManyFields,
} from './body-limits';

/** A file of a form whose bytes are stored already. */
export interface UploadedFile extends PlacedFile {
  name: string;
  /** The content type that the client says. */
  type: string;
}

/** A form whose files are stored, and belong to nothing yet. */
export interface Upload {
  texts: Record<string, string>;
  files: UploadedFile[];
  /** Equal for equal fields, whatever the boundary. */
  bodyHash: string;
}

const MAX_TEXT_BYTES = 1024 * 1024;
const MAX_FILE_NAME_LENGTH = 120;
const UPLOADS_AT_ONCE = 10;
const RETRY_AFTER_SECONDS = '5';

/** So a page that is asked for meanwhile waits for two parts, not for fifty. */
const PARTS_AT_ONCE = 2;

/**
 * Reads the form of a phone as it arrives, outside of the transaction of the
 * request, and stores its files part by part: neither the memory nor the
 * connection holds a whole file, however slow the network is
 * (docs/decisions/0090). Where there is a store, they are copied into it next
 * (0129). What the request then does not use is deleted. 413 when the observer's
 * quota is used up, 429 for too many uploads at once, 503 when the store does not
 * take a file.
 */
export function receiveFiles(server: Server): MiddlewareHandler<ServerEnv> {
  const parts = createBoundedQueue(PARTS_AT_ONCE, Infinity);
  /** Uploads under way by observer. */
  const running = createTally();
  return async (c, next) => {
    if (
      c.req.method !== 'POST' ||
      c.var.user?.kind !== 'observer' ||
      !isMultipart(c)
    ) {
      return next();
    }
    const { observerId } = await phoneUserOf(c);
    const sender = `observer ${observerId}`;
    if (running.count(sender) >= UPLOADS_AT_ONCE) {
      throw new ProblemError(
        429,
        `At most ${UPLOADS_AT_ONCE} uploads of an observer run at once.`,
        { headers: { 'Retry-After': RETRY_AFTER_SECONDS } },
      );
    }
    running.add(sender, 1);
    const fileIds: string[] = [];
    const objectKeys: string[] = [];
    let isDone = true;
    try {
      const upload = await receive(c, { observerId, fileIds, parts });
      await moveOut(server, upload, objectKeys);
      c.set('upload', upload);
      // Of a commit without an answer nobody knows whether it needs the parts.
      isDone = false;
      await next();
      isDone = c.res.status < 500;
    } finally {
      running.add(sender, -1);
      // What stays behind, the daily cleaning deletes.
      if (isDone) await discard(server, fileIds, objectKeys).catch(() => {});
    }
    return undefined;
  };
}

/** Copies the files of the form into the store; the keys are those that are there. */
async function moveOut(
  { db, pictures: store, now }: Server,
  { files }: Upload,
  keys: string[],
): Promise<void> {
  if (!store) return;
  for (const file of files) {
    if (await hasFile(db, file.sha256)) continue;
    file.objectKey = await sendToStore({ db, store }, file, now());
    keys.push(file.objectKey);
  }
}

async function discard(
  { db, pictures: store, now }: Server,
  fileIds: string[],
  objectKeys: string[],
): Promise<void> {
  await discardParts(db, fileIds);
  await discardObjects({ db, store }, objectKeys, now());
}

interface Receiving {
  observerId: number;
  /** Gets the id of each file before its first part is stored. */
  fileIds: string[];
  /** The queue of the statements that store a part. */
  parts: BoundedQueue;
}

async function receive(
  c: RequestContext,
  receiving: Receiving,
): Promise<Upload> {
  const { multipartBytes } = BODY_LIMITS;
  if (Number(c.req.header('Content-Length')) > multipartBytes) {
    throw tooLarge(multipartBytes);
  }
  const chunks = chunksOf(c, multipartBytes);
  try {
    return await storeForm(c, chunks, receiving);
  } catch (thrown) {
    // A phone whose connection ended before it could read the refusal would
    // send everything again.
    await skip(chunks).catch(() => {});
    if (!(thrown instanceof MultipartError)) throw thrown;
    throw new ProblemError(400, thrown.message);
  }
}

async function storeForm(
  c: RequestContext,
  chunks: AsyncIterable<Uint8Array>,
  { observerId, fileIds, parts }: Receiving,
): Promise<Upload> {
  const { db, now, uploadQuota } = c.var.server;
  const sent = await countUploads(db, observerId);
  const hash = createHash('sha256').update(new URL(c.req.url).search);
  const texts = new Map<string, string>();
  const files: UploadedFile[] = [];
  let textRoom = MAX_TEXT_BYTES;
  let fields = 0;
  const contentType = c.req.header('Content-Type') ?? '';
  for await (const part of readMultipart(chunks, contentType, MAX_TEXT_BYTES)) {
    fields += 1;
    if (fields > BODY_LIMITS.fields) throw tooManyFields(BODY_LIMITS.fields);
    if ('text' in part) {
      const { name, text, isCut } = part;
      textRoom -= Buffer.byteLength(text);
      if (isCut || textRoom < 0) {
        throw new ProblemError(
          413,
          `The texts of the form are larger than ${MAX_TEXT_BYTES} bytes.`,
        );
      }
      textRoom -= name.length;
      hash.update(JSON.stringify([name, text]));
      texts.set(name, text);
      continue;
    }
    const { name, fileName, type, body } = part;
    const fileId = randomUUID();
    fileIds.push(fileId);
    const bytes = withinQuota(body, uploadQuota, sent);
    const file = await storeParts(db, fileId, bytes, now(), parts.run);
    hash.update(JSON.stringify([name, fileName, type, file.sha256]));
    const shortName = fileName.slice(-MAX_FILE_NAME_LENGTH) || 'file';
    if (file.size > 0) files.push({ ...file, name: shortName, type });
  }
  return {
    texts: Object.fromEntries(texts),
    files,
    bodyHash: hash.digest('base64url'),
  };
}

async function* chunksOf(c: RequestContext, maxBytes: number) {
  let size = 0;
  // Not by `for await`: it would cancel the body, which ends the connection
  // before the refusal has left.
  const reader = c.req.raw.body?.getReader();
  for (;;) {
    const next = await reader?.read().catch(() => undefined);
    // The client went away, or there is no body.
    if (!next) throw new MultipartError();
    if (next.done) return;
    size += next.value.length;
    if (size > maxBytes) throw tooLarge(maxBytes);
    yield next.value;
  }
}

/** Counts the file in `sent` from its first byte on. */
async function* withinQuota(
  body: AsyncIterable<Uint8Array>,
  quota: Uploads,
  sent: Uploads,
) {
  let isCounted = false;
  for await (const chunk of body) {
    sent.files += isCounted ? 0 : 1;
    sent.bytes += chunk.length;
    isCounted = true;
    requireQuota(quota, sent);
    yield chunk;
  }
}
