import type { RequestContext } from '../../server';

export const CSV = 'text/csv';

/** The content type of a spreadsheet (docs/api-contract.md 4.5). */
export const XLSX =
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/**
 * Answers with a file to save. Text is sent as UTF-8 without a byte order mark
 * (docs/api-contract.md 4.5); a stream is sent as it grows. Never kept by a
 * browser: it is personal data.
 */
export function sendDownload(
  c: RequestContext,
  body: string | ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>,
  fileName: string,
  contentType = `${CSV}; charset=utf-8`,
): Response {
  return c.body(body, 200, {
    'Content-Type': contentType,
    'Content-Disposition': `attachment; filename="${fileName}"`,
    'Cache-Control': 'private, no-store',
  });
}
