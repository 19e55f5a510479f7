import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

const KEY_BYTES = 32;
const SALT_BYTES = 16;
/** Work factor; the memory it needs is 128 * N * r = 16 MiB. */
const COST = 16_384;
/**
 * Work factor for thousands of pins at once; more work gains little for four
 * digits.
 */
const LIGHT_COST = 16;
/**
 * Phones are not unique (docs/api-contract.md 8): at most this many pins of one
 * phone are tried.
 */
export const MAX_STORED = 5;
/** Hashes at a time, so that a sign-in does not wait for all of them. */
const BATCH = 64;

/**
 * Hashes a password or a pin; the text to store has algorithm, salt and key in
 * base64url. The same input gives another text each time.
 */
export function hashPassword(plain: string): Promise<string> {
  return hash(plain, COST);
}

/**
 * Hashes thousands of pins, each with its own salt but with far less work: an
 * import of 20,000 would take a quarter of an hour otherwise. The first sign-in
 * replaces such a hash (`findSecret`).
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

/** Whether a stored hash took little work and should be replaced. */
export function isLight(stored: string): boolean {
  return parse(stored)?.cost === LIGHT_COST;
}

async function hash(plain: string, cost: number): Promise<string> {
  const salt = newSalt();
  return format(cost, salt, await derive(plain, salt, cost));
}

/**
 * Whether `plain` is the password of `stored`. Other text than from
 * `hashPassword` matches nothing. Only for signed-in users: the time depends on
 * `stored`.
 */
export async function isPasswordRight(
  plain: string,
  stored: string,
): Promise<boolean> {
  const known = parse(stored);
  if (!known) return false;
  const { salt, key, cost } = known;
  return isSame(await derive(plain, salt, cost), key);
}

/**
 * For a sign-in: finds the first of the stored hashes that `plain` matches. The
 * work is the same for no hash, light ones and full ones, so the time does not
 * tell which accounts exist. `renewed` is the hash that replaces a light one;
 * it takes the salt of a full hash among them, so that one derivation serves
 * both.
 */
export async function findSecret(
  plain: string,
  stored: string[],
): Promise<{ at: number; renewed: string | undefined } | undefined> {
  const known = stored.slice(0, MAX_STORED).map(parse);
  const lightKeys: Buffer[] = [];
  for (let at = 0; at < MAX_STORED; at += 1) {
    const one = known[at];
    const salt = one?.cost === LIGHT_COST ? one.salt : newSalt();
    lightKeys.push(await derive(plain, salt, LIGHT_COST));
  }
  const salts = known.flatMap((one) => (one?.cost === COST ? one.salt : []));
  const fullSalt = salts[0] ?? newSalt();
  const fullKeys = new Map<string, Buffer>();
  for (const salt of [fullSalt, ...salts]) {
    const name = nameOf(salt);
    if (fullKeys.has(name)) continue;
    fullKeys.set(name, await derive(plain, salt, COST));
  }
  const at = known.findIndex((one, place) => {
    if (!one) return false;
    const isFull = one.cost === COST;
    const key = isFull ? fullKeys.get(nameOf(one.salt)) : lightKeys[place];
    return key !== undefined && isSame(key, one.key);
  });
  if (at < 0) return undefined;
  const fullKey = fullKeys.get(nameOf(fullSalt));
  const isLight = known[at]?.cost === LIGHT_COST;
  const renewed =
    isLight && fullKey ? format(COST, fullSalt, fullKey) : undefined;
  return { at, renewed };
}

const costs = new Map([
  ['scrypt', COST],
  [`scrypt-${LIGHT_COST}`, LIGHT_COST],
]);

function newSalt(): Buffer {
  return randomBytes(SALT_BYTES);
}

function nameOf(salt: Buffer): string {
  return salt.toString('base64url');
}

function format(cost: number, salt: Buffer, key: Buffer): string {
  const name = cost === COST ? 'scrypt' : `scrypt-${cost}`;
  return `${name}$${nameOf(salt)}$${key.toString('base64url')}`;
}

/** Undefined for a text that is not an output of `format`. */
function parse(stored: string) {
  const [algorithm, salt, key] = stored.split('$');
  const cost = algorithm && costs.get(algorithm);
  if (!cost || !salt || !key) return undefined;
  const bytes = (text: string) => Buffer.from(text, 'base64url');
  return { cost, salt: bytes(salt), key: bytes(key) };
}

function isSame(actual: Buffer, expected: Buffer): boolean {
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

function derive(plain: string, salt: Buffer, N: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(plain, salt, KEY_BYTES, { N, r: 8, p: 1 }, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });
}
