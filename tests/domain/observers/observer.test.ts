import { describe, expect, it } from 'vitest';

import { observerPatch } from '@/domain/observers/observer';
import { fold, tidy } from '@/domain/words';

it.each([
  ['  Maria   Ionel ', 'Maria Ionel'],
  ['Maria\t\n Ionel', 'Maria Ionel'],
  ['Maria\u00a0Ionel', 'Maria Ionel'],
  ['   ', ''],
  ['', ''],
  ['ș ț ă î â', 'ș ț ă î â'],
])('%j is tidied to %j (docs/specification.md 5)', (text, expected) => {
  expect(tidy(text)).toBe(expected);
});

it.each([
  ['ș ț ă î â', 's t a i a'],
  ['Ș Ț Ă Î Â', 's t a i a'],
  // The older letters with a cedilla are still typed.
  ['ş ţ Ş Ţ', 's t s t'],
  // The same letter, kept as two code points.
  ['s\u0326 a\u0302', 's a'],
  ['Ștefan Țîrlea', 'stefan tirlea'],
  ['0722-123', '0722-123'],
  ['', ''],
])('%s is searched as %s', (text, expected) => {
  expect(fold(text)).toBe(expected);
});

describe('what an edit changes', () => {
  const base = { name: 'Maria Ionel', phone: '0700000041' };

  it.each([
    [base, {}],
    [{ ...base, name: 'Maria Țîru' }, { name: 'Maria Țîru' }],
    [{ ...base, phone: '+40700' }, { phone: '+40700' }],
    [
      { name: ' Dan   Pop ', phone: ' 07 ' },
      { name: 'Dan Pop', phone: '07' },
    ],
    // Spaces alone are no change.
    [{ name: ' Maria  Ionel ', phone: '0700000041 ' }, {}],
    // Letters and their diacritics are.
    [{ ...base, name: 'maria ionel' }, { name: 'maria ionel' }],
    [{ ...base, name: 'Măria Ionel' }, { name: 'Măria Ionel' }],
  ])('%j asks for %j', (input, patch) => {
    expect(observerPatch(base, input)).toEqual(patch);
  });

  it('tidies a name that the server stores untidily', () => {
    const untidy = { name: 'Maria  Ionel', phone: '07' };
    expect(observerPatch(untidy, untidy)).toEqual({ name: 'Maria Ionel' });
  });
});
