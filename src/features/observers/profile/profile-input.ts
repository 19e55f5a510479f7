import { config } from '@/config';
import { phoneToStore } from '@/domain/phone';
import { tidy } from '@/domain/words';

/** What the profile form holds. */
export interface ProfileInput {
  name: string;
  phone: string;
  pin: string;
}

/**
 * As it is stored: trimmed, inner spaces collapsed (docs/specification.md 5), the phone
 * as `phoneToStore` says. @param kept the phone as it is stored now.
 */
export function tidied(
  { name, phone, pin }: ProfileInput,
  kept?: string,
): ProfileInput {
  return {
    name: tidy(name),
    phone: phoneToStore(phone, config.phoneCountry, kept),
    pin: tidy(pin),
  };
}
