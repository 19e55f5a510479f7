import { createHash } from 'node:crypto';

import type { HostContext } from '../host';

/**
 * Answers a GET with `value` as JSON and a weak ETag of its text, or with an
 * empty 304 when the caller's If-None-Match names the same. Browsers are told
 * not to keep it: it is personal data, and the client keeps its own copy.
 */
export function sendJson(c: HostContext, value: unknown): Response {
  const text = JSON.stringify(value);
  const headers = { 'Content-Type': 'application/json; charset=utf-8' };
  if (c.var.host.quirks.noEtag) return c.body(text, 200, headers);
  const etag = `W/"${createHash('sha1').update(text).digest('base64url')}"`;
  const caching = { ETag: etag, 'Cache-Control': 'private, no-store' };
  if (isKnown(c.req.header('If-None-Match'), etag)) {
    return c.body(null, 304, caching);
  }
  return c.body(text, 200, { ...headers, ...caching });
}

/** Whether an If-None-Match header names `etag`, weak or strong (RFC 9110). */
export function isKnown(header: string | undefined, etag: string): boolean {
  if (!header) return false;
  if (header.trim() === '*') return true;
  const opaque = etag.replace(/^W\//, '');
  return header
    .split(',')
    .some((known) => known.trim().replace(/^W\//, '') === opaque);
}
