import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';

import type { RequestContext } from '../server';
import { acceptedEncoding } from './accepted-encoding';

export const CSV = 'text/csv';
const CSV_UTF8 = `${CSV}; charset=utf-8`;

/** The content type of a spreadsheet (docs/api-contract.md 4.5). */
export const XLSX =
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/**
 * Answers with a file to save. Text is sent as UTF-8 without a byte order mark
 * (docs/api-contract.md 4.5). Never kept by a browser: it is personal data.
 */
export function sendDownload(
  c: RequestContext,
  body: string | Uint8Array<ArrayBuffer>,
  fileName: string,
  contentType = CSV_UTF8,
): Response {
  return c.body(body, 200, headersOf(fileName, contentType));
}

/**
 * Sends a CSV as it grows, compressed on its way for a caller that takes gzip.
 */
export function sendCsvStream(
  c: RequestContext,
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  fileName: string,
): Response {
  const headers = {
    ...headersOf(fileName, CSV_UTF8),
    Vary: 'Accept-Encoding',
  };
  if (!acceptedEncoding(c.req.header('Accept-Encoding'), ['gzip'])) {
    return c.body(body, 200, headers);
  }
  return c.body(compressed(body), 200, {
    ...headers,
    'Content-Encoding': 'gzip',
  });
}

/**
 * Not a CompressionStream: when the caller goes away, Node's does not tell
 * `body`, whose reading would never end.
 */
function compressed(body: ReadableStream<Uint8Array>): ReadableStream {
  const packed = createGzip();
  // A failure reaches the caller through `packed`.
  pipeline(Readable.from(body), packed, () => {});
  const chunks: AsyncIterator<Uint8Array> = packed[Symbol.asyncIterator]();
  return new ReadableStream({
    pull: async (controller) => {
      const next = await chunks.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    cancel: () => {
      packed.destroy();
    },
  });
}

function headersOf(fileName: string, contentType: string) {
  return {
    'Content-Type': contentType,
    'Content-Disposition': `attachment; filename="${fileName}"`,
    'Cache-Control': 'private, no-store',
  };
}
