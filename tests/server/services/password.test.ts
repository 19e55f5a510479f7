import { expect, it } from 'vitest';

import {
  findSecret,
  hashManyPins,
  hashPassword,
  hashPin,
  isLight,
  isPasswordRight,
} from '../../../server/services/password';
import { countHashes } from '../support/count-hashes';

it('knows a password again, and no other', async () => {
  const stored = await hashPassword('s3cret');
  expect(stored).toMatch(/^scrypt-131072\$[\w-]{22}\$[\w-]{43}$/);
  expect(stored).not.toBe(await hashPassword('s3cret'));
  expect(await isPasswordRight('s3cret', stored)).toBe(true);
  expect(await isPasswordRight('S3cret', stored)).toBe(false);
});

it('does the work that OWASP advises for a password, less for a pin', async () => {
  const { byCost } = await countHashes(() => hashPassword('s3cret'));
  expect(byCost).toEqual({ 131_072: 1 });
  const pin = await countHashes(() => hashPin('123456'));
  expect(pin.byCost).toEqual({ 16_384: 1 });
});

it.each([
  ['of an older server', hashPin],
  ['of an import', lightHash],
])('replaces a password hash %s by a full one', async (_, hash) => {
  const stored = await hash('s3cret');
  expect(await findSecret('wrong', [stored], 'password')).toBeUndefined();
  const found = await findSecret('s3cret', [stored], 'password');
  expect(found?.renewed).toMatch(/^scrypt-131072\$/);
  const renewed = found?.renewed ?? '';
  expect(await findSecret('s3cret', [renewed], 'password')).toEqual({
    at: 0,
    renewed: undefined,
  });
});

async function lightHash(plain: string): Promise<string> {
  return (await hashManyPins([plain]))[0] ?? '';
}

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
