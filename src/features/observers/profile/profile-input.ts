import { tidy } from '@/domain/observers/observer';

/** What the profile form holds. */
export interface ProfileInput {
  name: string;
  phone: string;
  pin: string;
}

/** Trimmed, inner spaces collapsed (docs/specification.md 5). */
export function tidied({ name, phone, pin }: ProfileInput): ProfileInput {
  return { name: tidy(name), phone: tidy(phone), pin: tidy(pin) };
}
