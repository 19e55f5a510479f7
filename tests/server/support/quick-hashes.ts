import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/** The real work is in the servers that tests start as processes. */
const MOST = 256;

const { scrypt } = crypto;
type Scrypt = (
  password: crypto.BinaryLike,
  salt: crypto.BinaryLike,
  length: number,
  options: crypto.ScryptOptions,
  done: (error: Error | null, key: Buffer) => void,
) => void;

/**
 * Passwords take a third of a second each, on purpose. In this process each
 * derivation does a small part of the work that it was asked for.
 */
const quick: Scrypt = (password, salt, length, options, done) =>
  scrypt(
    password,
    salt,
    length,
    { ...options, N: Math.min(options.N ?? MOST, MOST) },
    done,
  );

// Files share a process: the first one has done it for all.
if (scrypt.name !== quick.name) {
  Object.assign(crypto, { scrypt: quick });
  syncBuiltinESMExports();
}
