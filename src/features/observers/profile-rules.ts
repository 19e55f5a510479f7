import type { TFunction } from 'i18next';

import { OBSERVER_LIMITS, tidy } from '@/domain/observer';

/** What the profile form holds. */
export interface ProfileInput {
  name: string;
  phone: string;
  pin: string;
}

/**
 * The rule of a field: something other than spaces, and no longer than hosts
 * take (specification section 5, contract section 8, item 15).
 */
export function ruleOf(field: keyof ProfileInput, t: TFunction) {
  const label = t(`profile.${field}`);
  const count = OBSERVER_LIMITS[field];
  return (value: string): string | true => {
    const { length } = tidy(value);
    if (length === 0) return t('VALIDATION_REQUIRED', { field: label });
    return length <= count || t('common.tooLong', { field: label, count });
  };
}

/** Trimmed, inner spaces collapsed (specification section 5). */
export function tidied({ name, phone, pin }: ProfileInput): ProfileInput {
  return { name: tidy(name), phone: tidy(phone), pin: tidy(pin) };
}
