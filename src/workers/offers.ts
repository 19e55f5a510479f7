import type { Client } from '@/api/client';
import { getExtensions } from '@/api/extensions';
import type { Extension } from '@/domain/extensions';
import type { Reply } from '@/domain/outbox/outcome';

/** Names of what the server offers beyond known ones; a failure means that nobody knows. */
export type Offers = () => Promise<Reply<readonly Extension[]>>;

/** So many pages in place of the answer, from a server that is well: it has none. */
const PAGES_FOR_NONE = 2;

/**
 * Asks a server what it offers, until it has said so once; questions at the same time
 * share one request. A server that answers every path with its page offers nothing.
 * The page may also be that of a network that wants a sign-in: it counts only when the
 * server itself answered just before it, which no such network lets through.
 * @param heardAt 0 while the server does not answer in health; a page sets it to 0.
 */
export function askForOffers(client: Client, heardAt: () => number): Offers {
  let known: Reply<readonly Extension[]> | undefined;
  let asking: Promise<Reply<readonly Extension[]>> | undefined;
  let pages = 0;

  async function ask(): Promise<Reply<readonly Extension[]>> {
    const isWell = heardAt() > 0;
    const reply = await getExtensions(client);
    if (reply.ok) {
      known = reply;
      return reply;
    }
    // Any other failure between them: the network is not what it was.
    pages = reply.failure.kind === 'unreadable' && isWell ? pages + 1 : 0;
    if (pages === PAGES_FOR_NONE) known = { ok: true, status: 200, value: [] };
    return known ?? reply;
  }

  return async () => {
    if (known) return known;
    asking ??= ask().finally(() => {
      asking = undefined;
    });
    return asking;
  };
}
