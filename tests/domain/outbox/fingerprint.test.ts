import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { fingerprint, stable } from '@/domain/outbox/fingerprint';

/** The same value with the keys of every object the other way round. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, each]) => [key, reversed(each)])
      .toReversed(),
  );
}

/** Plain data as it comes off the wire. */
const data = fc.jsonValue({ maxDepth: 4 });

describe('stable text', () => {
  it.each([
    [{ b: 1, a: 2 }, '{"a":2,"b":1}'],
    [
      { b: { d: [{ z: 1, y: 2 }], c: null } },
      '{"b":{"c":null,"d":[{"y":2,"z":1}]}}',
    ],
    [{ a: undefined, b: 0 }, '{"b":0}'],
    [[2, 1], '[2,1]'],
    ['ș', '"ș"'],
    [null, 'null'],
    [{}, '{}'],
  ])('%j', (value, text) => {
    expect(stable(value)).toBe(text);
  });

  it('is the same for any order of keys, at any depth', () => {
    fc.assert(
      fc.property(data, (value) => {
        expect(stable(reversed(value))).toBe(stable(value));
      }),
    );
  });

  it('loses nothing', () => {
    fc.assert(
      fc.property(data, (value) => {
        const plain: unknown = JSON.parse(JSON.stringify(value));
        expect(JSON.parse(stable(value))).toEqual(plain);
      }),
    );
  });
});

describe('fingerprint', () => {
  it('is equal for equal values', () => {
    fc.assert(
      fc.property(data, (value) => {
        expect(fingerprint(reversed(value))).toBe(fingerprint(value));
      }),
    );
  });

  it('differs where the values do', () => {
    fc.assert(
      fc.property(data, data, (one, other) => {
        fc.pre(stable(one) !== stable(other));
        expect(fingerprint(one)).not.toBe(fingerprint(other));
      }),
    );
  });

  it.each([
    [{ a: 1 }, { a: '1' }],
    [{ a: null }, {}],
    [
      [1, 2],
      [2, 1],
    ],
    [{ a: 'observer' }, { a: 'observes' }],
    [{ a: { b: 1 } }, { a: { b: 2 } }],
    ['http://server.test|1|ana', 'http://server.test|11|ana'],
  ])('tells %j from %j', (one, other) => {
    expect(fingerprint(one)).not.toBe(fingerprint(other));
  });

  it('takes an absent key and an undefined one for the same', () => {
    expect(fingerprint({ a: 1, b: undefined })).toBe(fingerprint({ a: 1 }));
  });

  it('is short and fit for the name of a database', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(fingerprint(text)).toMatch(/^[0-9a-z]{1,11}$/);
      }),
    );
  });
});
