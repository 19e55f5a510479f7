import { Secret, TOTP } from 'otpauth';

/**
 * What authenticator apps take for granted (RFC 6238): other values are ignored by
 * some of them, whose codes would then be wrong.
 */
const DIGITS = 6;
const STEP_SECONDS = 30;
const ALGORITHM = 'SHA1';
/** As long as the hash (RFC 4226, 4). */
const SECRET_BYTES = 20;
/** Steps before and after the present one whose codes count: a clock may be off by one. */
const WINDOW_STEPS = 1;
/** The name that authenticator apps show above the account. */
const ISSUER = 'Vote Monitoring';

/** A new random secret in base32, as people type it into an authenticator app. */
export function newSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The address of a secret that authenticator apps read from a QR code. */
export function uriOf(secret: string, account: string): string {
  return totpOf(secret, account).toString();
}

/** Whether these digits may be a code of an authenticator app at all. */
export function looksLikeCode(text: string): boolean {
  return new RegExp(`^\\d{${DIGITS}}$`).test(text);
}

/** The time step whose code this is, if it is one of those that count now. */
export function stepOf(
  secret: string,
  code: string,
  now: Date,
): number | undefined {
  const timestamp = now.getTime();
  const totp = totpOf(secret, '');
  const delta = totp.validate({ token: code, timestamp, window: WINDOW_STEPS });
  if (delta === null) return undefined;
  return TOTP.counter({ period: STEP_SECONDS, timestamp }) + delta;
}

function totpOf(secret: string, account: string): TOTP {
  return new TOTP({
    issuer: ISSUER,
    label: account,
    algorithm: ALGORITHM,
    digits: DIGITS,
    period: STEP_SECONDS,
    secret: Secret.fromBase32(secret),
  });
}
