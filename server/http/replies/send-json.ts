import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

import type { RequestContext } from '../../server';
import { TextRefusal } from '../problems/problem';
import { acceptedEncoding } from './accepted-encoding';

/** A smaller reply travels as fast without compression. */
const MIN_COMPRESSED_BYTES = 1024;
/** Ends the tag of the compressed text, which is another representation. */
const GZIP_TAG = '-gzip';

const compress = promisify(gzip);

/** A reply made ready to be sent any number of times. */
export interface JsonText {
  text: string;
  hash: string;
  /** Made when it is first asked for; undefined where the text is too short. */
  gzipped: (() => Promise<Uint8Array<ArrayBuffer>>) | undefined;
}

export function toJsonText(value: unknown): JsonText {
  const text = JSON.stringify(value);
  const isLong = Buffer.byteLength(text) >= MIN_COMPRESSED_BYTES;
  let gzipped: Promise<Uint8Array<ArrayBuffer>> | undefined;
  return {
    text,
    hash: hashOf(text),
    gzipped: isLong ? () => (gzipped ??= compress(text)) : undefined,
  };
}

/**
 * Answers a GET with `value` as JSON and a strong ETag of its text, or with an
 * empty 304 when the caller's If-None-Match names the same. Browsers are told
 * not to keep it: it is personal data, and the client keeps its own copy.
 */
export function sendJson(c: RequestContext, value: unknown): Promise<Response> {
  return sendJsonText(c, toJsonText(value));
}

/**
 * The same with a text that was made before. A caller that takes gzip gets it
 * with a tag of its own, as strong as the other: the client sends no weak tag as
 * If-Match.
 */
export async function sendJsonText(
  c: RequestContext,
  { text, hash, gzipped }: JsonText,
): Promise<Response> {
  const accepted = c.req.header('Accept-Encoding');
  const encoded = acceptedEncoding(accepted, ['gzip']) && gzipped;
  const vary = gzipped && { Vary: 'Accept-Encoding' };
  const isTagged = !c.var.server.quirks.noEtag;
  const caching = isTagged && {
    ETag: `"${hash}${encoded ? GZIP_TAG : ''}"`,
    'Cache-Control': 'private, no-store',
  };
  if (isTagged && isKnown(c.req.header('If-None-Match'), tagsOf(hash))) {
    return c.body(null, 304, { ...vary, ...caching });
  }
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    ...vary,
    ...caching,
  };
  if (!encoded) return c.body(text, 200, headers);
  const bytes = await encoded();
  return c.body(bytes, 200, { ...headers, 'Content-Encoding': 'gzip' });
}

function hashOf(text: string): string {
  return createHash('sha1').update(text).digest('base64url');
}

/** The strong validators of a text, as it is and compressed. */
function tagsOf(hash: string): string[] {
  return [`"${hash}"`, `"${hash}${GZIP_TAG}"`];
}

/**
 * Lets a write through only when what it changes is still what its sender read:
 * 412 when the caller's If-Match names another state of `value` (RFC 9110).
 */
export function requireMatch(c: RequestContext, value: unknown): void {
  const header = c.req.header('If-Match');
  if (header === undefined || c.var.server.quirks.noEtag) return;
  const known = new Set(header.split(',').map((tag) => tag.trim()));
  const tags = tagsOf(hashOf(JSON.stringify(value)));
  if (['*', ...tags].some((tag) => known.has(tag))) return;
  throw new TextRefusal(412, 'It was changed since it was read.');
}

/** Whether an If-None-Match header names one of `etags`, weak or strong (RFC 9110). */
export function isKnown(
  header: string | undefined,
  etags: readonly string[],
): boolean {
  if (!header) return false;
  if (header.trim() === '*') return true;
  return header
    .split(',')
    .some((known) => etags.includes(known.trim().replace(/^W\//, '')));
}
