import type { Client } from '@/api/client';
import { getExtensions } from '@/api/extensions';
import type { Extension } from '@/domain/extensions';
import type { Reply } from '@/domain/outbox/outcome';

/**
 * Names of what the server offers beyond known ones; a failure means that nobody knows.
 * @param isWaitedFor a change waits for the answer: a server that fails at this question
 * alone, for long, counts as one that offers nothing. To others nobody knows then.
 */
export type Offers = (
  isWaitedFor?: boolean,
) => Promise<Reply<readonly Extension[]>>;

/** So many pages in place of the answer, from a server that is well: it has none. */
const PAGES_FOR_NONE = 2;
/** A change waits so long for the answer of a server that is well otherwise. */
const GIVE_UP_AFTER_MS = 60_000;
/** After that it waits no more, and the server is asked so often. */
const ASK_AGAIN_MS = 5 * 60_000;

const none: Reply<readonly Extension[]> = { ok: true, status: 200, value: [] };

/**
 * Asks a server what it offers, until it has said so once; questions at the same time
 * share one request. A server that answers every path with its page offers nothing.
 * The page may also be that of a network that wants a sign-in: it counts only when the
 * server itself answered just before it, which no such network lets through.
 * @param heardAt 0 while the server does not answer in health; a page sets it to 0.
 * @param now epoch ms.
 */
export function askForOffers(
  client: Client,
  heardAt: () => number,
  now: () => number,
): Offers {
  let known: Reply<readonly Extension[]> | undefined;
  let asking: Promise<Reply<readonly Extension[]>> | undefined;
  let pages = 0;
  /** Epoch ms of the first question of a series that failed, each beside a server that is well. */
  let failsSince: number | undefined;
  /** Epoch ms of the last question since nothing waits for the answer any more. */
  let givenUpAt: number | undefined;

  async function ask(): Promise<Reply<readonly Extension[]>> {
    const isWell = heardAt() > 0;
    const askedAt = now();
    const reply = await getExtensions(client);
    if (reply.ok) {
      known = reply;
      return reply;
    }
    // Any other failure between them: the network is not what it was.
    pages = reply.failure.kind === 'unreadable' && isWell ? pages + 1 : 0;
    if (pages === PAGES_FOR_NONE) known = none;
    // A clock that was set back tells no age: the series begins anew.
    failsSince = isWell ? Math.min(failsSince ?? askedAt, askedAt) : undefined;
    const failedFor = failsSince === undefined ? 0 : now() - failsSince;
    if (failedFor >= GIVE_UP_AFTER_MS) givenUpAt = now();
    return known ?? reply;
  }

  const askShared = () =>
    (asking ??= ask().finally(() => {
      asking = undefined;
    }));

  return async (isWaitedFor = false) => {
    if (known) return known;
    if (!isWaitedFor) return askShared();
    if (givenUpAt !== undefined) {
      if (Math.abs(now() - givenUpAt) >= ASK_AGAIN_MS) void askShared();
      return none;
    }
    const reply = await askShared();
    return givenUpAt === undefined ? reply : none;
  };
}
