import { invalid } from '../http/problems/problem';
import type { Quirks } from '../quirks/quirks';

/** Of passwords that staff set from now on; shorter ones go on working. */
export const MIN_PASSWORD_LENGTH = 12;
/** Of pins that are set from now on. */
export const MIN_PIN_LENGTH = 4;

/** Throws a 400 that names `field` when a new password is too short. */
export function checkNewPassword(
  field: string,
  password: string,
  { anyPassword }: Pick<Quirks, 'anyPassword'>,
): void {
  if (anyPassword || password.length >= MIN_PASSWORD_LENGTH) return;
  throw invalid(field, atLeast(MIN_PASSWORD_LENGTH));
}

/** The same for a new pin. */
export function checkNewPin(
  pin: string | undefined,
  { anyPassword }: Pick<Quirks, 'anyPassword'>,
): void {
  if (anyPassword || pin === undefined || pin.length >= MIN_PIN_LENGTH) return;
  throw invalid('Pin', atLeast(MIN_PIN_LENGTH));
}

function atLeast(min: number): string {
  return `At least ${min} characters are needed.`;
}
