import type { TFunction } from 'i18next';

import { failureText } from '@/components/failure';
import type { Failure } from '@/domain/outbox/outcome';
import { outcomeOf } from '@/domain/outbox/outcome';

/**
 * Why the server did not do it, or that it is unknown whether it did. `conflict`
 * is the translation key of what a 409 means here.
 */
export function accountFailure(
  failure: Failure,
  t: TFunction,
  conflict: string,
): string {
  if (failure.kind === 'conflict') return t(conflict);
  const text = failureText(failure, t);
  const isUnknown = outcomeOf({ ok: false, failure }) === 'unknown';
  return isUnknown ? `${text} ${t('accounts.unknown')}` : text;
}
