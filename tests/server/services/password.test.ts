import { expect, it } from 'vitest';

import {
  hashManyPins,
  hashPassword,
  isLight,
  isPasswordRight,
} from '../../../server/services/password';

it('knows a password again, and no other', async () => {
  const stored = await hashPassword('s3cret');
  expect(stored).toMatch(/^scrypt\$[\w-]{22}\$[\w-]{43}$/);
  expect(stored).not.toBe(await hashPassword('s3cret'));
  expect(await isPasswordRight('s3cret', stored)).toBe(true);
  expect(await isPasswordRight('S3cret', stored)).toBe(false);
});

it('hashes many pins with less work, each with its own salt', async () => {
  const pins = Array.from({ length: 150 }, (_, at) => String(at % 3));
  const stored = await hashManyPins(pins);
  expect(new Set(stored).size).toBe(150);
  expect(await isPasswordRight('1', stored[100] ?? '')).toBe(true);
  expect(await isPasswordRight('2', stored[100] ?? '')).toBe(false);
  expect(stored.every(isLight)).toBe(true);
  expect(isLight(await hashPassword('1'))).toBe(false);
});

it.each(['', 'plain', 'scrypt$$', 'md5$c2FsdA$a2V5', 'scrypt-1$c2FsdA$a2V5'])(
  'matches nothing with %s',
  async (stored) => {
    expect(await isPasswordRight('plain', stored)).toBe(false);
    expect(await isPasswordRight('', stored)).toBe(false);
  },
);
