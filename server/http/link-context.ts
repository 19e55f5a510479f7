import type { HostContext } from '../host';
import type { LinkContext } from '../rules/attachment-links';

/** What addresses of attachments are made of, for the request at hand. */
export function linkContextOf(c: HostContext): LinkContext {
  const { host } = c.var;
  return {
    secret: host.secret,
    origin: host.publicUrl ?? new URL(c.req.url).origin,
    now: host.now(),
    isResigned: host.quirks.resignedAttachments,
  };
}
