import type { TFunction } from 'i18next';

import { config } from '@/config';
import { OBSERVER_LIMITS } from '@/domain/observers/observer';
import { MIN_PIN_LENGTH, pinProblem } from '@/domain/observers/pin';
import { readPhone } from '@/domain/phone';
import { tidy } from '@/domain/words';

/**
 * The rule of a field of an observer, in the reader's words: something other than
 * spaces, no longer than servers take (docs/specification.md 5, docs/api-contract.md
 * 8), a phone that observers can sign in with, and a PIN of at least four digits.
 * @param kept the phone as it is stored: it need not be one while nobody changes it.
 */
export function observerRule(
  field: keyof typeof OBSERVER_LIMITS,
  t: TFunction,
  kept?: string,
) {
  const label = t(`profile.${field}`);
  const count = OBSERVER_LIMITS[field];
  return (value: string): string | true => {
    const text = tidy(value);
    const { length } = text;
    if (length === 0) return t('VALIDATION_REQUIRED', { field: label });
    const problem = field === 'pin' ? pinProblem(text) : undefined;
    if (problem === 'short') {
      return t('profile.pinShort', { count: MIN_PIN_LENGTH });
    }
    if (problem === 'digits') return t('profile.pinDigits');
    if (field === 'phone' && text !== kept) {
      const read = readPhone(text, config.phoneCountry);
      if (!read.ok) return `${label}: ${t(`phone.problem.${read.problem}`)}`;
    }
    return length <= count || t('common.tooLong', { field: label, count });
  };
}
