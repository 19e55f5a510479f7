import { createHmac, timingSafeEqual } from 'node:crypto';

import type { RequestContext } from '../../server';

/** An address is good for one to two of these, and stays the same within one. */
const WINDOW_MS = 12 * 60 * 60 * 1000;

/** What an address says, and its signature vouches for. */
interface AttachmentLink {
  id: number;
  /** Epoch ms. */
  expires: number;
  /** The account that got the address, for the audit log; undefined for a phone. */
  adminId: number | undefined;
}

/**
 * Gives the addresses of attachments for the answer to this request, each good
 * for everybody who holds it until it expires, so that an <img> can load it without a
 * header. It names the account that got it. An address does not change within half a day, so a note list keeps
 * its ETag. The file's name comes last before the query, because clients look
 * at its ending (docs/api-contract.md 4.3).
 */
export function attachmentLinks(
  c: RequestContext,
): (file: { id: number; fileName: string }) => string {
  const { server, user } = c.var;
  const adminId = user?.kind === 'admin' ? user.adminId : undefined;
  const account = adminId === undefined ? '' : `&account=${adminId}`;
  const origin = server.publicUrl ?? new URL(c.req.url).origin;
  const now = server.now().getTime();
  return ({ id, fileName }) => {
    // Some known servers sign anew on every read.
    const expires = server.quirks.resignedAttachments
      ? now + WINDOW_MS + Math.floor(Math.random() * WINDOW_MS)
      : (Math.floor(now / WINDOW_MS) + 2) * WINDOW_MS;
    const signature = sign(server.secret, { id, expires, adminId });
    const name = encodeURIComponent(fileName);
    return `${origin}/api/v2/note/attachment/${id}/${name}?expires=${expires}${account}&signature=${signature}`;
  };
}

/** Whether the signature fits and the time has not run out. */
export function isLinkGood(
  secret: Uint8Array,
  link: AttachmentLink,
  signature: string | undefined,
  now: Date,
): boolean {
  if (signature === undefined) return false;
  const expected = Buffer.from(sign(secret, link));
  const actual = Buffer.from(signature);
  return (
    link.expires > now.getTime() &&
    expected.length === actual.length &&
    timingSafeEqual(expected, actual)
  );
}

/** The first word keeps these apart from tokens signed with the same secret. */
function sign(
  secret: Uint8Array,
  { id, expires, adminId }: AttachmentLink,
): string {
  const words = ['attachment', id, expires];
  if (adminId !== undefined) words.push(adminId);
  return createHmac('sha256', secret)
    .update(words.join(' '))
    .digest('base64url');
}
