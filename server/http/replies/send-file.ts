import { readParts } from '../../db/file-parts';
import { describeFailure } from '../../describe-failure';
import { isShown } from '../../files/file-type';
import type { RequestContext } from '../../server';
import { routeOf } from '../route-of';
import { isKnown } from './send-json';

interface StoredFile {
  fileName: string;
  contentType: string;
  sha256: string;
  size: number;
  fileId: string;
}

/** The first and the last byte to send. */
interface Range {
  from: number;
  to: number;
}

/** The address changes at least this often, so a copy need not live longer. */
const MAX_AGE_SECONDS = 12 * 60 * 60;

/** Nothing in a stored file may run or load anything. */
const FILE_POLICY = "default-src 'none'; style-src 'unsafe-inline'";

/**
 * Answers with a stored file: shown in place when its type is harmless, else as
 * a download. One byte range is honoured, which players of sound and film need;
 * 416 when it lies outside. No more than one part of the file is in memory.
 */
export function sendFile(c: RequestContext, file: StoredFile): Response {
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
  return c.body(streamOf(c, file, { from, to }), range ? 206 : 200, {
    ...headers,
    'Content-Length': String(to + 1 - from),
    ...(range && { 'Content-Range': `bytes ${from}-${to}/${size}` }),
  });
}

/** A part is read when the one before it has left. */
function streamOf(c: RequestContext, file: StoredFile, range: Range) {
  const { server } = c.var;
  const { method, route } = routeOf(c);
  const parts = readParts(server.db, file, range);
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          const next = await parts.next();
          if (next.done) controller.close();
          else controller.enqueue(next.value);
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
function rangeOf(header: string | undefined, size: number): Range | undefined {
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
