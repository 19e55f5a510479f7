import { createHmac, timingSafeEqual } from 'node:crypto';

import type { RequestContext } from '../../server';

/** An address is good for one to two of these, and stays the same within one. */
const WINDOW_MS = 12 * 60 * 60 * 1000;

/**
 * Gives the addresses of attachments for the answer to this request, each good
 * for everybody who holds it until it expires, so that an <img> can load it without a
 * header. An address does not change within half a day, so a note list keeps
 * its ETag. The file's name comes last before the query, because clients look
 * at its ending (docs/api-contract.md 4.3).
 */
export function attachmentLinks(
  c: RequestContext,
): (file: { id: number; fileName: string }) => string {
  const { server } = c.var;
  const origin = server.publicUrl ?? new URL(c.req.url).origin;
  const now = server.now().getTime();
  return ({ id, fileName }) => {
    // Some known servers sign anew on every read.
    const expires = server.quirks.resignedAttachments
      ? now + WINDOW_MS + Math.floor(Math.random() * WINDOW_MS)
      : (Math.floor(now / WINDOW_MS) + 2) * WINDOW_MS;
    const signature = sign(server.secret, id, expires);
    const name = encodeURIComponent(fileName);
    return `${origin}/api/v2/note/attachment/${id}/${name}?expires=${expires}&signature=${signature}`;
  };
}

/** Whether the signature fits and the time has not run out. */
export function isLinkGood(
  secret: Uint8Array,
  id: number,
  expires: number | undefined,
  signature: string | undefined,
  now: Date,
): boolean {
  if (expires === undefined || signature === undefined) return false;
  const expected = Buffer.from(sign(secret, id, expires));
  const actual = Buffer.from(signature);
  return (
    expires > now.getTime() &&
    expected.length === actual.length &&
    timingSafeEqual(expected, actual)
  );
}

/** The first word keeps these apart from tokens signed with the same secret. */
function sign(secret: Uint8Array, id: number, expires: number): string {
  return createHmac('sha256', secret)
    .update(`attachment ${id} ${expires}`)
    .digest('base64url');
}
