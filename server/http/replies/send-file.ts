import { FileGoneError } from '../../db/file-parts';
import { describeFailure } from '../../describe-failure';
import { isShown } from '../../files/file-type';
import { readFile, type PlacedFile } from '../../pictures/files';
import type { ByteRange } from '../../pictures/picture-store';
import type { RequestContext } from '../../server';
import { routeOf } from '../route-of';
import { ProblemError } from '../problems/problem';
import { isKnown } from './send-json';

interface NamedFile extends PlacedFile {
  fileName: string;
  contentType: string;
}

/** The address changes at least this often, so a copy need not live longer. */
const MAX_AGE_SECONDS = 12 * 60 * 60;

/** Nothing in a stored file may run or load anything. */
const FILE_POLICY = "default-src 'none'; style-src 'unsafe-inline'";

/**
 * Answers with a stored file: shown in place when its type is harmless, else as
 * a download. One byte range is honoured, which players of sound and film need;
 * 416 when it lies outside, 404 when the bytes are gone. No more than one part
 * of the file is in memory. Rejects with a `PictureStoreError`.
 */
export async function sendFile(
  c: RequestContext,
  file: NamedFile,
): Promise<Response> {
  const { size } = file;
  const etag = `"${file.sha256}"`;
  const shown = isShown(file.contentType);
  const headers = {
    'Content-Type': shown ? file.contentType : 'application/octet-stream',
    'Content-Disposition': `${shown ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeName(file.fileName)}`,
    'Cache-Control': `private, max-age=${MAX_AGE_SECONDS}`,
    'Content-Security-Policy': policyFor(file.contentType),
    'Accept-Ranges': 'bytes',
    ETag: etag,
  };
  if (isKnown(c.req.header('If-None-Match'), [etag])) {
    return c.body(null, 304, headers);
  }
  const range = rangeOf(c.req.header('Range'), size);
  if (range && (range.from >= size || range.from > range.to)) {
    return c.body(null, 416, { 'Content-Range': `bytes */${size}` });
  }
  const { from, to } = range ?? { from: 0, to: size - 1 };
  const isHead = c.req.method === 'HEAD';
  const body = isHead ? '' : await streamOf(c, file, { from, to });
  return c.body(body, range ? 206 : 200, {
    ...headers,
    'Content-Length': String(to + 1 - from),
    ...(range && { 'Content-Range': `bytes ${from}-${to}/${size}` }),
  });
}

/**
 * A part is read when the one before it has left. The first is read before the
 * reply begins, so that a file that is not there gets a status of its own.
 */
async function streamOf(c: RequestContext, file: NamedFile, range: ByteRange) {
  const { server } = c.var;
  const { method, route } = routeOf(c);
  const files = { db: server.db, store: server.pictures };
  const parts = readFile(files, file, range);
  const next = () => parts.next();
  let first: ReturnType<typeof next> | undefined = next();
  await first.catch((thrown: unknown) => {
    if (!(thrown instanceof FileGoneError)) throw thrown;
    server.log(`${method} ${route} found no bytes: ${thrown.message}`);
    throw new ProblemError(404, 'There is no such file.');
  });
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          const part = await (first ?? next());
          first = undefined;
          if (part.done) controller.close();
          else controller.enqueue(part.value);
        } catch (error) {
          server.log(`${method} ${route} broke off: ${describeFailure(error)}`);
          // Node prints and sends the message of this error, so the cause is
          // not passed on.
          controller.error(new Error('The file broke off.'));
        }
      },
      cancel: async () => {
        await parts.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

/** Browsers refuse to open their PDF viewer inside a sandbox. */
function policyFor(contentType: string): string {
  const isPdf = contentType === 'application/pdf';
  return isPdf ? FILE_POLICY : `${FILE_POLICY}; sandbox`;
}

/** The bytes of a single `bytes=from-to` range; undefined for other forms. */
function rangeOf(
  header: string | undefined,
  size: number,
): ByteRange | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') {
    return { from: Math.max(0, size - Number(last)), to: size - 1 };
  }
  const to = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return { from: Number(first), to };
}

/** RFC 5987 allows less than encodeURIComponent leaves alone. */
function encodeName(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
