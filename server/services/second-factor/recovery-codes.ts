import { createHash, randomInt } from 'node:crypto';

/** Of one account, each good once. */
export const RECOVERY_CODES = 10;
/** Digits and letters that nobody takes for each other (Crockford's base32). */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 16 signs of 32 are 80 bits. */
const LENGTH = 16;
const GROUP = 4;

/** New recovery codes, as they are shown: `7K2M-QX4T-9B1D-W6ZH`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: LENGTH }, (_, at) => {
      const sign = SIGNS[randomInt(SIGNS.length)] ?? '';
      return at > 0 && at % GROUP === 0 ? `-${sign}` : sign;
    }).join(''),
  );
}

/**
 * The hash of a recovery code that is stored, the same however the code was typed:
 * blanks, dashes and casing do not count, O is 0, I and L are 1. One round of SHA-256
 * and no salt: 80 random bits cannot be tried out, as passwords of people can.
 */
export function hashRecoveryCode(typed: string): string {
  const code = typed
    .toUpperCase()
    .replace(/[\s-]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  return createHash('sha256').update(code).digest('base64url');
}
