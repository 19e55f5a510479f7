import { isShown } from '../files/file-type';
import type { RequestContext } from '../server';
import { isKnown } from './send-json';

interface StoredFile {
  fileName: string;
  contentType: string;
  sha256: string;
  bytes: Uint8Array;
}

/** The address changes at least this often, so a copy need not live longer. */
const MAX_AGE_SECONDS = 12 * 60 * 60;

/** Nothing in a stored file may run or load anything. */
const FILE_POLICY = "default-src 'none'; style-src 'unsafe-inline'";

/**
 * Answers with a stored file: shown in place when its type is harmless, else as
 * a download. One byte range is honoured, which players of sound and film need;
 * 416 when it lies outside.
 */
export function sendFile(c: RequestContext, file: StoredFile): Response {
  const { bytes } = file;
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
  const range = rangeOf(c.req.header('Range'), bytes.length);
  if (!range) return c.body(copy(bytes), 200, headers);
  if (range.from >= bytes.length || range.from > range.to) {
    return c.body(null, 416, { 'Content-Range': `bytes */${bytes.length}` });
  }
  return c.body(copy(bytes.subarray(range.from, range.to + 1)), 206, {
    ...headers,
    'Content-Range': `bytes ${range.from}-${range.to}/${bytes.length}`,
  });
}

/** Browsers refuse to open their PDF viewer inside a sandbox. */
function policyFor(contentType: string): string {
  const isPdf = contentType === 'application/pdf';
  return isPdf ? FILE_POLICY : `${FILE_POLICY}; sandbox`;
}

/** The bytes of a single `bytes=from-to` range; undefined for other forms. */
function rangeOf(header: string | undefined, size: number) {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') {
    return { from: Math.max(0, size - Number(last)), to: size - 1 };
  }
  const to = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return { from: Number(first), to };
}

/** A copy: the driver's buffer may be a window on a larger one. */
function copy(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}

/** RFC 5987 allows less than encodeURIComponent leaves alone. */
function encodeName(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
