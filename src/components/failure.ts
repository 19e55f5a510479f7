import type { TFunction } from 'i18next';

import type { CacheShare } from '@/domain/cache-share';
import type { Op } from '@/domain/outbox/op';
import type { Failure } from '@/domain/outbox/outcome';

import { reasonOf, wordsOf } from './op-words';

/**
 * Why a request brought nothing, in the reader's words, followed by the server's
 * own where it gave any (docs/product.md).
 */
export function failureText(failure: Failure, t: TFunction): string {
  return reasonOf(failure)
    .map(({ key, values }) => t(key, values))
    .join(' ');
}

/**
 * Why a change waits or needs a person, and what happens next, in one line;
 * undefined when it just waits.
 */
export function opFailureText(op: Op, t: TFunction): string | undefined {
  const words = wordsOf(op);
  return words.length === 0
    ? undefined
    : words.map(({ key, values }) => t(key, values)).join(' ');
}

/** When a resource was last known to be right, and why not since. */
export interface Freshness {
  /** Epoch ms. */
  asOf?: number | undefined;
  failure?: Failure | undefined;
  /** How many rows are cached, of how many; absent when they are all there are. */
  cacheShare?: CacheShare | undefined;
}

/**
 * What stands in the way now. The cache notes every try, also those of other
 * tabs; the page's own question counts only while nothing was ever answered, or
 * when there is no worker to note it.
 */
export function failureNow(
  freshness: Freshness,
  asked: Failure | undefined,
): Failure | undefined {
  if (asked?.kind === 'noWorker') return asked;
  if (freshness.failure) return freshness.failure;
  return freshness.asOf === undefined ? asked : undefined;
}
