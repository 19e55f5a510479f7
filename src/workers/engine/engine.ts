import type { getThreads } from '@/api/answers';
import type { Client } from '@/api/client';
import type { Config } from '@/config';
import type { Databases } from '@/db/open';
import type { ThreadList } from '@/domain/answers/thread';
import type { Failure, Reply } from '@/domain/outbox/outcome';

import type { Offers } from '@/workers/offers';

/** The parts that every pull and every sender uses, for one signed-in user. */
export interface Engine {
  databases: Databases;
  config: Config;
  /** For what a user waits for: it does not queue behind background work. */
  urgent: Client;
  background: Client;
  /** For ops and the questions about them: several lanes go side by side. */
  push: Client;
  /** For files of notes, which lie at addresses of their own. */
  fetch: typeof globalThis.fetch;
  offers: Offers;
  /** What the token says; true when it cannot be read. */
  isOrganizer: boolean;
  /** Epoch ms. */
  now: () => number;
  /** Epoch ms of the latest reply by the server's clock; undefined where it tells none. */
  serverTime: () => number | undefined;
  /** 0 to 1. */
  random: () => number;
  /** Epoch of this leader; every commit is checked against it. */
  epoch: number;
  /** Epoch ms at which the server last answered in health; 0 when it never did or failed since. */
  heardAt: () => number;
  /** Whether ordinary work makes sense: the server was not silent or in trouble just now. */
  isUp: () => boolean;
  /** Taken by the first pull of its list. */
  earlyHead?: EarlyHead | undefined;
  /** Whether a stop was asked for: long work ends at its next step. */
  isStopped: () => boolean;
}

/** The top of a list, asked for before this tab could lead and write it. */
export interface EarlyHead {
  list: ThreadList;
  /** Epoch ms. */
  askedAt: number;
  reply: ReturnType<typeof getThreads>;
}

/** How a pull ended, as a page sees it. */
export type PullResult = ({ ok: true } | { ok: false; failure: Failure }) & {
  /** Some of the list was read, and more is missing: the list is not whole yet. */
  isTorn?: true | undefined;
};

export const pulled: PullResult = { ok: true };
/**
 * Does what has a script of its own, because no first row waits for it. Without a
 * connection the script may not be there.
 */
export async function withPart<Part, Result extends PullResult>(
  load: () => Promise<Part>,
  run: (part: Part) => Promise<Result>,
): Promise<Result | PullResult> {
  const part = await load().catch(() => undefined);
  return part ? run(part) : { ok: false, failure: { kind: 'offline' } };
}

/** The worst of several replies: the first failure, if any. */
export function resultOf(replies: readonly Reply<unknown>[]): PullResult {
  const rejected = replies.find((reply) => !reply.ok);
  return rejected && !rejected.ok
    ? { ok: false, failure: rejected.failure }
    : pulled;
}
