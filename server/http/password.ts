import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

const KEY_BYTES = 32;
const SALT_BYTES = 16;
/** Work factor; the memory it needs is 128 * N * r = 16 MiB. */
const COST = 16_384;
/** For thousands at once; a pin of four digits gains little from more. */
const LIGHT_COST = 16;
/** So many at a time, so that a sign-in does not wait behind all of them. */
const BATCH = 64;

/**
 * Takes a password or a pin as typed and gives the text to store: algorithm,
 * salt and key, in base64url. The same input gives another text each time.
 */
export function hashPassword(plain: string): Promise<string> {
  return hash(plain, COST);
}

/**
 * Hashes thousands of pins, each with a salt of its own but far less work: an
 * import of 20,000 would take a quarter of an hour otherwise. Whoever sees one
 * used for a sign-in replaces it (`isLight`).
 */
export async function hashManyPins(pins: string[]): Promise<string[]> {
  const hashes: string[] = [];
  for (let start = 0; start < pins.length; start += BATCH) {
    const batch = pins.slice(start, start + BATCH);
    hashes.push(
      ...(await Promise.all(batch.map((pin) => hash(pin, LIGHT_COST)))),
    );
  }
  return hashes;
}

/** Whether a stored text took little work and should be made anew. */
export function isLight(stored: string): boolean {
  return stored.startsWith(`scrypt-${LIGHT_COST}$`);
}

async function hash(plain: string, cost: number): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(plain, salt, cost);
  const name = cost === COST ? 'scrypt' : `scrypt-${cost}`;
  return `${name}$${salt.toString('base64url')}$${key.toString('base64url')}`;
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
  const cost = algorithm && costs.get(algorithm);
  if (!cost || !salt || !key) return false;
  const expected = Buffer.from(key, 'base64url');
  const actual = await derive(plain, Buffer.from(salt, 'base64url'), cost);
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

const costs = new Map([
  ['scrypt', COST],
  [`scrypt-${LIGHT_COST}`, LIGHT_COST],
]);

function derive(plain: string, salt: Buffer, N: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(plain, salt, KEY_BYTES, { N, r: 8, p: 1 }, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });
}
