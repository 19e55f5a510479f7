import type { Client } from '@/api/client';
import { getThreads } from '@/api/answers';
import { EARLY_HEAD_FOR_MS, HEAD_PAGE_SIZE } from '@/config';
import type { FirstHead } from '@/domain/answers/first-head';
import type { ThreadList } from '@/domain/answers/thread';

import type { EarlyHead } from '@/workers/engine/engine';

/** Asks for the top of a list at once, without a validator: the databases are not open yet. */
export function askEarly(
  client: Client,
  list: ThreadList,
  now: () => number,
): EarlyHead {
  const query = { list, filter: {}, page: 1, pageSize: HEAD_PAGE_SIZE };
  return { list, askedAt: now(), reply: getThreads(client, query) };
}

/**
 * Whether an early answer may be taken for this list now. One that waited is old,
 * and what another tab has read since must not be overwritten by it.
 * @param triedAt when the list was last asked for, epoch ms.
 */
export function isUsable(
  early: Pick<EarlyHead, 'list' | 'askedAt'>,
  list: ThreadList,
  now: number,
  triedAt = 0,
): boolean {
  const age = now - early.askedAt;
  return (
    early.list === list &&
    triedAt < early.askedAt &&
    age >= 0 &&
    age < EARLY_HEAD_FOR_MS
  );
}

/** Hands on an answer with threads; any other one is the pull's to tell of. */
export async function tellFirst(
  { list, askedAt, reply }: EarlyHead,
  tell: (head: FirstHead) => void,
): Promise<void> {
  const answer = await reply;
  if (!answer.ok || !answer.value) return;
  const { data: threads, totalItems: total } = answer.value;
  tell({ list, threads, total, asOf: askedAt });
}
