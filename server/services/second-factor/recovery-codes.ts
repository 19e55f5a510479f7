import { createHash, randomInt } from 'node:crypto';

/** Of one account, each good once. */
export const RECOVERY_CODES = 10;
/** 24 digits are 80 bits; digits alone, as the field of codes opens a keyboard of digits. */
const DIGITS = 24;
const GROUP = 4;

/** New recovery codes, as they are shown: `3814-0275-9963-1187-4402-5716`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: DIGITS }, (_, at) => {
      const digit = String(randomInt(10));
      return at > 0 && at % GROUP === 0 ? `-${digit}` : digit;
    }).join(''),
  );
}

/**
 * The hash of a recovery code that is stored; nothing but its digits counts. One round
 * of SHA-256 and no salt: 80 random bits cannot be tried out, as passwords of people can.
 */
export function hashRecoveryCode(typed: string): string {
  const code = typed.replace(/\D/g, '');
  return createHash('sha256').update(code).digest('base64url');
}
