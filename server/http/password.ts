import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

const KEY_BYTES = 32;
const SALT_BYTES = 16;
/** Work factor; the memory it needs is 128 * N * r = 16 MiB. */
const COST = { N: 16_384, r: 8, p: 1 };

/**
 * Takes a password or a pin as typed and gives the text to store: algorithm,
 * salt and key, in base64url. The same input gives another text each time.
 */
export async function hashPassword(plain: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(plain, salt);
  return `scrypt$${salt.toString('base64url')}$${key.toString('base64url')}`;
}

/**
 * Says whether `plain` is the password behind `stored`. Text that is not an
 * output of `hashPassword` matches nothing.
 */
export async function isPasswordRight(
  plain: string,
  stored: string,
): Promise<boolean> {
  const [algorithm, salt, key] = stored.split('$');
  if (algorithm !== 'scrypt' || !salt || !key) return false;
  const expected = Buffer.from(key, 'base64url');
  const actual = await derive(plain, Buffer.from(salt, 'base64url'));
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

function derive(plain: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(plain, salt, KEY_BYTES, COST, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });
}
