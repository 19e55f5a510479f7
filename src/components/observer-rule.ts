import type { TFunction } from 'i18next';

import {
  MIN_PIN_LENGTH,
  OBSERVER_LIMITS,
  tidy,
} from '@/domain/observers/observer';

/**
 * The rule of a field of an observer, in the reader's words: something other than
 * spaces, no longer than servers take (docs/specification.md 5, docs/api-contract.md
 * 8), and a PIN of at least four characters.
 */
export function observerRule(
  field: keyof typeof OBSERVER_LIMITS,
  t: TFunction,
) {
  const label = t(`profile.${field}`);
  const count = OBSERVER_LIMITS[field];
  return (value: string): string | true => {
    const { length } = tidy(value);
    if (length === 0) return t('VALIDATION_REQUIRED', { field: label });
    if (field === 'pin' && length < MIN_PIN_LENGTH) {
      return t('profile.pinShort', { count: MIN_PIN_LENGTH });
    }
    return length <= count || t('common.tooLong', { field: label, count });
  };
}
