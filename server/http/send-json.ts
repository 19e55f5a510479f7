import { createHash } from 'node:crypto';

import type { RequestContext } from '../server';
import { TextRefusal } from './problem';

/**
 * Answers a GET with `value` as JSON and a strong ETag of its text, or with an
 * empty 304 when the caller's If-None-Match names the same. Browsers are told
 * not to keep it: it is personal data, and the client keeps its own copy.
 */
export function sendJson(c: RequestContext, value: unknown): Response {
  const text = JSON.stringify(value);
  const headers = { 'Content-Type': 'application/json; charset=utf-8' };
  if (c.var.server.quirks.noEtag) return c.body(text, 200, headers);
  const etag = etagOf(text);
  const caching = { ETag: etag, 'Cache-Control': 'private, no-store' };
  if (isKnown(c.req.header('If-None-Match'), etag)) {
    return c.body(null, 304, caching);
  }
  return c.body(text, 200, { ...headers, ...caching });
}

/** The strong validator of a text that is sent as it is. */
function etagOf(text: string): string {
  return `"${createHash('sha1').update(text).digest('base64url')}"`;
}

/**
 * Lets a write through only when what it changes is still what its sender read:
 * 412 when the caller's If-Match names another state of `value` (RFC 9110).
 */
export function requireMatch(c: RequestContext, value: unknown): void {
  const header = c.req.header('If-Match');
  if (header === undefined || c.var.server.quirks.noEtag) return;
  const known = new Set(header.split(',').map((tag) => tag.trim()));
  if (known.has('*') || known.has(etagOf(JSON.stringify(value)))) return;
  throw new TextRefusal(412, 'It was changed since it was read.');
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
