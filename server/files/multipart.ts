import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';

import { Busboy, type BusboyInstance } from '@fastify/busboy';

/** Busboy cuts off a head at 80 kB; a name that it cut is longer than this. */
const MAX_NAME_BYTES = 16 * 1024;

/** A text of a form. */
interface TextPart {
  name: string;
  text: string;
  /** The text was longer than allowed; its end is missing. */
  isCut: boolean;
}

/** A file of a form. */
interface FilePart {
  name: string;
  fileName: string;
  /** The content type that the client says; `text/plain` when it says none. */
  type: string;
  /** Ends where the file ends. Read to its end or not at all. */
  body: AsyncGenerator<Uint8Array>;
}

/** The body is no form, or ends before its last boundary. */
export class MultipartError extends Error {
  constructor() {
    super('The body must be multipart/form-data.');
    this.name = 'MultipartError';
  }
}

/**
 * The parts of a multipart/form-data body (RFC 7578) as they arrive. The next
 * chunk is asked for when the last one is used up, so memory holds one chunk of
 * the body, and at most `maxTextBytes` of a text. What the caller does not read
 * of a file is skipped. Throws a `MultipartError` when the body is something
 * else, breaks off, or has a name that is missing or too long. `chunks` are not
 * closed: the caller may go on with them after an error.
 */
export async function* readMultipart(
  chunks: AsyncIterable<Uint8Array>,
  contentType: string,
  maxTextBytes: number,
): AsyncGenerator<TextPart | FilePart> {
  const source = chunks[Symbol.asyncIterator]();
  const form = openForm(contentType, maxTextBytes);
  let outcome: 'whole' | 'broken' | undefined;
  form.on('finish', () => (outcome ??= 'whole'));
  form.on('error', () => (outcome ??= 'broken'));
  let isAtEnd = false;
  const more = async () => {
    if (isAtEnd) throw new MultipartError();
    const next = await source.next();
    isAtEnd = next.done === true;
    if (next.done) form.end();
    else form.write(next.value);
    // Busboy does its work before the next turn of the event loop. What is not
    // done by then never will be: Busboy hangs after some malformed parts.
    await setImmediate();
    const isStuck = isAtEnd ? outcome !== 'whole' : form.writableLength > 0;
    if (isStuck) throw new MultipartError();
  };

  // As functions, so that a bad name is an error of this generator.
  const found: (() => TextPart | FilePart)[] = [];
  form.on('field', (name, text, _, isCut) => {
    found.push(() => ({ name: nameOf(name), text, isCut }));
  });
  form.on('file', (name, stream, fileName, _, type) => {
    const body = bodyOf(stream, more);
    found.push(() => ({
      name: nameOf(name),
      fileName: nameOf(fileName),
      type,
      body,
    }));
  });
  for (;;) {
    const part = found.shift()?.();
    if (part) {
      yield part;
      if ('body' in part) await skip(part.body);
    } else if (isAtEnd) return;
    else await more();
  }
}

function openForm(contentType: string, maxTextBytes: number): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      isPartAFile: (_, __, fileName) => fileName !== undefined,
      preservePath: true,
      limits: { fieldSize: maxTextBytes },
    });
  } catch {
    // The content type names no boundary, or one that is too long.
    throw new MultipartError();
  }
}

/** The bytes of a file; calls `more` when all that have arrived are read. */
function bodyOf(
  stream: Readable,
  more: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  const arrived: Uint8Array[] = [];
  let isWhole = false;
  // From now on, so that Busboy never waits for who reads.
  stream.on('data', (chunk: Uint8Array) => arrived.push(chunk));
  stream.on('end', () => (isWhole = true));
  // The form has the same error.
  stream.on('error', () => {});
  return (async function* () {
    for (;;) {
      yield* arrived.splice(0);
      if (isWhole) return;
      await more();
    }
  })();
}

/** Reads to the end. */
export async function skip(bytes: AsyncGenerator<Uint8Array>): Promise<void> {
  while (!(await bytes.next()).done);
}

/** Browsers write these three signs so. */
function nameOf(sent: string | undefined): string {
  if (sent === undefined || Buffer.byteLength(sent) > MAX_NAME_BYTES) {
    throw new MultipartError();
  }
  return sent
    .replace(/%0D/gi, '\r')
    .replace(/%0A/gi, '\n')
    .replace(/%22/g, '"');
}
