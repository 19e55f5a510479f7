import type { Client } from '@/api/client';
import { getExtensions } from '@/api/extensions';
import type { Reply } from '@/domain/outbox/outcome';

/** Names of what the server offers beyond known ones; a failure means that nobody knows. */
export type Offers = () => Promise<Reply<readonly string[]>>;

/**
 * Asks a server what it offers, until it has said so once; questions at the same time
 * share one request.
 */
export function askForOffers(client: Client): Offers {
  let known: Reply<readonly string[]> | undefined;
  let asking: Promise<Reply<readonly string[]>> | undefined;
  return async () => {
    if (known) return known;
    asking ??= getExtensions(client).finally(() => {
      asking = undefined;
    });
    const reply = await asking;
    if (reply.ok) known = reply;
    // A server that answers every path with its page has none. It may also be the
    // page of a network that wants a sign-in, so it is asked again.
    else if (reply.failure.kind === 'unreadable')
      return { ok: true, status: 200, value: [] };
    return reply;
  };
}
