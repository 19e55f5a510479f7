import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

const KEY_BYTES = 32;
const SALT_BYTES = 16;
const BLOCK_SIZE = 8;
/**
 * Work factor for passwords of staff, as OWASP advises; the memory it needs is
 * 128 * N * r = 128 MiB (docs/decisions/0074).
 */
const PASSWORD_COST = 131_072;
/** Work factor for pins, 16 MiB: more work gains little for a few digits. */
const PIN_COST = 16_384;
/** Work factor for thousands of pins at once. */
const LIGHT_COST = 16;
/**
 * Phones are not unique (docs/api-contract.md 8): at most this many pins of one
 * phone are tried.
 */
export const MAX_STORED = 5;
/** Hashes at a time, so that a sign-in does not wait for all of them. */
const BATCH = 64;

/**
 * Hashes a password; the text to store has algorithm, salt and key in
 * base64url. The same input gives another text each time.
 */
export function hashPassword(plain: string): Promise<string> {
  return hash(plain, PASSWORD_COST);
}

/** Hashes a pin, as `hashPassword` does a password. */
export function hashPin(plain: string): Promise<string> {
  return hash(plain, PIN_COST);
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
 * Hashes with less work than today's that a sign-in also tries, and how many of
 * each: with no such hash stored the same number is derived in vain.
 */
const KINDS = {
  password: {
    cost: PASSWORD_COST,
    cheaper: [
      { cost: LIGHT_COST, count: 1 },
      { cost: PIN_COST, count: 1 },
    ],
  },
  pin: { cost: PIN_COST, cheaper: [{ cost: LIGHT_COST, count: MAX_STORED }] },
} as const;

/**
 * For a sign-in: finds the first of the stored hashes that `plain` matches. The
 * work is the same for no hash, cheap ones and full ones, so the time does not
 * tell which accounts exist. `renewed` is the hash that replaces one that took
 * less work than today's; it takes the salt of a full hash among them, so that
 * one derivation serves both.
 */
export async function findSecret(
  plain: string,
  stored: string[],
  kind: keyof typeof KINDS,
): Promise<{ at: number; renewed: string | undefined } | undefined> {
  const { cost, cheaper } = KINDS[kind];
  const known = stored.slice(0, MAX_STORED).map(parse);
  const keys = new Map<string, Buffer>();
  const deriveAll = async (salts: Buffer[], at: number) => {
    for (const salt of salts) {
      const name = keyName(at, salt);
      if (!keys.has(name)) keys.set(name, await derive(plain, salt, at));
    }
  };
  const saltsOf = (at: number) =>
    known.flatMap((one) => (one?.cost === at ? one.salt : []));

  for (const { cost: at, count } of cheaper) {
    const salts: Buffer[] = saltsOf(at);
    while (salts.length < count) salts.push(newSalt());
    await deriveAll(salts, at);
  }
  const salts = saltsOf(cost);
  const fullSalt = salts[0] ?? newSalt();
  await deriveAll([fullSalt, ...salts], cost);

  const at = known.findIndex((one) => {
    if (!one) return false;
    const key = keys.get(keyName(one.cost, one.salt));
    return key !== undefined && isSame(key, one.key);
  });
  if (at < 0) return undefined;
  const fullKey = keys.get(keyName(cost, fullSalt));
  const isCheap = known[at]?.cost !== cost;
  const renewed =
    isCheap && fullKey ? format(cost, fullSalt, fullKey) : undefined;
  return { at, renewed };
}

const costs = new Map([
  [`scrypt-${PASSWORD_COST}`, PASSWORD_COST],
  ['scrypt', PIN_COST],
  [`scrypt-${LIGHT_COST}`, LIGHT_COST],
]);

function newSalt(): Buffer {
  return randomBytes(SALT_BYTES);
}

function keyName(cost: number, salt: Buffer): string {
  return `${cost} ${salt.toString('base64url')}`;
}

function format(cost: number, salt: Buffer, key: Buffer): string {
  const name = cost === PIN_COST ? 'scrypt' : `scrypt-${cost}`;
  return `${name}$${salt.toString('base64url')}$${key.toString('base64url')}`;
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
  // Twice what it needs: Node refuses work of more than 32 MiB otherwise.
  const maxmem = 2 * 128 * N * BLOCK_SIZE;
  const options = { N, r: BLOCK_SIZE, p: 1, maxmem };
  return new Promise((resolve, reject) => {
    scrypt(plain, salt, KEY_BYTES, options, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });
}
