import type { TFunction } from 'i18next';

import type { Failure } from '@/domain/outcome';

/**
 * Why a request brought nothing, in the reader's words, followed by the host's
 * own where it gave any (product.md section 10).
 */
export function failureText(failure: Failure, t: TFunction): string {
  const reason = t(`common.failure.${failure.kind}`);
  return failure.detail === undefined || failure.detail === ''
    ? reason
    : `${reason} ${t('common.failure.said', { detail: failure.detail })}`;
}

/** When a resource was last known to be right, and why not since. */
export interface Books {
  /** Epoch ms. */
  asOf?: number;
  failure?: Failure;
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
