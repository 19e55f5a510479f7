import type { TFunction } from 'i18next';

import type { KeptOf } from '@/domain/kept-of';
import type { Op } from '@/domain/op';
import type { Failure } from '@/domain/outcome';
import { isForPeople } from '@/domain/server-words';

/**
 * Why a request brought nothing, in the reader's words, followed by the host's
 * own where it gave any (product.md section 10).
 */
export function failureText(failure: Failure, t: TFunction): string {
  return withTheirWords(t(`common.failure.${failure.kind}`), failure, t);
}

/**
 * Why a change waits or was refused; undefined when it just waits. Something new
 * clashes with what is there, not with what others changed.
 */
export function opFailureText(
  { kind, failure }: Pick<Op, 'kind' | 'failure'>,
  t: TFunction,
): string | undefined {
  if (failure === undefined) return undefined;
  if (kind === 'observer.delete' && failure.kind === 'server') {
    return withTheirWords(t('common.failure.notDeleted'), failure, t);
  }
  return failure.kind === 'conflict' && kind.endsWith('.create')
    ? withTheirWords(t('common.failure.taken'), failure, t)
    : failureText(failure, t);
}

function withTheirWords(
  reason: string,
  failure: Failure,
  t: TFunction,
): string {
  return failure.detail === undefined || !isForPeople(failure.detail)
    ? reason
    : `${reason} ${t('common.failure.said', { detail: failure.detail })}`;
}

/** When a resource was last known to be right, and why not since. */
export interface Books {
  /** Epoch ms. */
  asOf?: number;
  failure?: Failure;
  /** How many rows are cached, of how many; absent when they are all there are. */
  keptOf?: KeptOf | undefined;
}

/**
 * What stands in the way now. What is kept knows of every try, also of those
 * that others made since; the page's own question only counts while nothing was
 * ever answered, or when there is no worker to keep the books.
 */
export function failureNow(
  books: Books,
  asked: Failure | undefined,
): Failure | undefined {
  if (asked?.kind === 'noWorker') return asked;
  if (books.failure) return books.failure;
  return books.asOf === undefined ? asked : undefined;
}
