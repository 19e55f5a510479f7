import {
  createCipheriv,
  createDecipheriv,
  hkdfSync,
  randomBytes,
} from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
/** As NIST SP 800-38D advises for GCM. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Keys of other uses of the server's secret differ by this text. */
const PURPOSE = 'secrets of second factors';

/**
 * Encrypts the secret of a second factor with a key from the server's own secret,
 * which no backup has. The text is good for this account alone: moved to the row of
 * another one it cannot be opened.
 */
export function sealSecret(
  serverSecret: Uint8Array,
  adminId: number,
  secret: string,
): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, keyOf(serverSecret), nonce);
  cipher.setAAD(ownerOf(adminId));
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString(
    'base64url',
  );
}

/**
 * The secret of an output of `sealSecret`; undefined where the server has another
 * secret now, as after a restore on another machine.
 */
export function openSecret(
  serverSecret: Uint8Array,
  adminId: number,
  sealed: string,
): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const text = bytes.subarray(NONCE_BYTES + TAG_BYTES);
  try {
    const options = { authTagLength: TAG_BYTES };
    const key = keyOf(serverSecret);
    const decipher = createDecipheriv(ALGORITHM, key, nonce, options);
    decipher.setAAD(ownerOf(adminId));
    decipher.setAuthTag(tag);
    return Buffer.concat([decipher.update(text), decipher.final()]).toString();
  } catch {
    // Another key, or a text that is no output of `sealSecret`.
    return undefined;
  }
}

function keyOf(serverSecret: Uint8Array): Uint8Array {
  return new Uint8Array(
    hkdfSync('sha256', serverSecret, '', PURPOSE, KEY_BYTES),
  );
}

function ownerOf(adminId: number): Buffer {
  return Buffer.from(`account ${adminId}`);
}
