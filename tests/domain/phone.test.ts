import parsePhoneNumber from 'libphonenumber-js/min';
import { describe, expect, it } from 'vitest';

import { isPhonePart, phoneFinder, phoneKey, readPhone } from '@/domain/phone';

describe('a phone number is stored as its country writes it, digits alone', () => {
  it.each([
    ['0722000111', '0722000111'],
    ['+40 720 000 111', '0720000111'],
    ['0040722000111', '0722000111'],
    ['00 40 722 000 111', '0722000111'],
    ['+40 (0) 722 000 111', '0722000111'],
    ['0721-100-011', '0721100011'],
    ['0721–100–011', '0721100011'],
    ['0722.000.111', '0722000111'],
    ['0722/000111', '0722000111'],
    ['(0722) 000 111', '0722000111'],
    // In pairs, as they are said: no dates, though each begins like one.
    ['0722-12-34-56', '0722123456'],
    ['0722-12-11-10', '0722121110'],
    ['0722.12.34.56', '0722123456'],
    ['0722/12/34/56', '0722123456'],
    ['0722–12–34–56', '0722123456'],
    ['0722 12 34 56', '0722123456'],
    ['0722-12 34 56', '0722123456'],
    ['0722-12-34 56', '0722123456'],
    ['0722 - 12 - 34 - 56', '0722123456'],
    ['07.22.12.34.56', '0722123456'],
    ['07-22-12-34-56', '0722123456'],
    ['07/22/12/34/56', '0722123456'],
    ['07 22 12 34 56', '0722123456'],
    ['07.12.11.10.56', '0712111056'],
    ['07-12-11 80 56', '0712118056'],
    // Signs that nobody sees: direction, zero width, a byte order mark.
    ['\u202A+40722000111\u202C', '0722000111'],
    ['\u200B0722\u00A0000\u2009111\uFEFF', '0722000111'],
    ['+39 0722000224', '+390722000224'],
    ['+49 722000224', '+49722000224'],
    ['0039 0722000224', '+390722000224'],
  ])('%s as %s', (text, phone) => {
    expect(readPhone(text, 'RO')).toEqual({ ok: true, phone });
  });

  it.each(['722000111', '722000111.0', '722000111,00', '40722000111'])(
    '%s, and says that it was completed',
    (text) => {
      expect(readPhone(text, 'RO')).toEqual({
        ok: true,
        phone: '0722000111',
        note: 'completed',
      });
    },
  );

  it.each(['0600000010', '0000000000', '0123456789'])(
    '%s, and says that no such number is given out',
    (text) => {
      const read = { ok: true, phone: text, note: 'doubtful' };
      expect(readPhone(text, 'RO')).toEqual(read);
    },
  );

  it.each([
    ['+1 202-555-0123', 'US', '2025550123'],
    ['+40722000111', 'US', '+40722000111'],
    ['312 345 6789', 'IT', '3123456789'],
    ['+373 621 12345', 'MD', '062112345'],
    ['+40722000111', 'no country', '+40722000111'],
  ])('%s in %s as %s', (text, country, phone) => {
    expect(readPhone(text, country)).toEqual({ ok: true, phone });
  });
});

describe('what is no phone number says why', () => {
  it.each([
    ['7,22E+08', 'shortened', undefined],
    ['7.23E+08', 'shortened', undefined],
    ['4,07E+10', 'shortened', undefined],
    ['7e8', 'shortened', undefined],
    ['0722000220 (mama)', 'notPhone', '0722000220'],
    ['tel. 0722000220', 'notPhone', '0722000220'],
    ['0722000220x', 'notPhone', '0722000220'],
    ['0722 000 220 int. 5', 'extension', '0722000220'],
    ['0722000214,0733000111', 'several', undefined],
    ['0722000214 / 0733000111', 'several', undefined],
    ['0722000214 0733000111', 'several', undefined],
    ['0722000214; 0733000111', 'several', undefined],
    ['int. 5', 'notPhone', undefined],
    ['22.11.2026', 'notPhone', undefined],
    ['22.11.2026 10:00', 'notPhone', undefined],
    ['22.11.2026, 10:00:00', 'notPhone', undefined],
    ['22.11.2026 10.00', 'notPhone', undefined],
    ['01.02.2026 10', 'notPhone', undefined],
    ['22. 11. 2026', 'notPhone', undefined],
    ['2026-11-22', 'notPhone', undefined],
    ['2026-11-22 10:00', 'notPhone', undefined],
    ['2026-11-22T10:00:00', 'notPhone', undefined],
    ['2026-11-22T10:00:00.000Z', 'notPhone', undefined],
    ['2026/11/22', 'notPhone', undefined],
    ['22/11/2026', 'notPhone', undefined],
    ['11/22/2026', 'notPhone', undefined],
    ['22–11–2026', 'notPhone', undefined],
    ['22-11-26', 'notPhone', undefined],
    ['7.11.26', 'notPhone', undefined],
    ['07.11.26 10:00', 'notPhone', undefined],
    ['07.11.26 10.00', 'notPhone', undefined],
    ['22.11.2026-23.11.2026', 'notPhone', undefined],
    ['1', 'notPhone', undefined],
    ['112', 'notPhone', undefined],
    ['1234', 'notPhone', undefined],
    ['222333', 'notPhone', undefined],
    ['123456789', 'notPhone', undefined],
    ['07220001111', 'notPhone', undefined],
    ['fără', 'notPhone', undefined],
    ['', 'notPhone', undefined],
  ])('%s: %s', (text, problem, offer) => {
    const read = readPhone(text, 'RO');
    expect(read.ok ? read : [read.problem, read.offer]).toEqual([
      problem,
      offer,
    ]);
  });
});

it.each(['22.11.2026', '2026-11-22', '22/11/2026'])(
  'where eight digits are a phone a date is none: %s',
  (text) => {
    const problem = { ok: false, problem: 'notPhone' };
    expect(readPhone(text, 'DK')).toMatchObject(problem);
    expect(readPhone('32-12-34-56', 'DK')).toMatchObject({ ok: true });
  },
);

describe('two spellings are one phone', () => {
  const spellings = [
    '0722 000 111',
    '+40722000111',
    '0040 722-000-111',
    '722000111',
    '\u200E0722000111',
  ];

  it.each(spellings)('%s', (text) => {
    expect(phoneKey(text, 'RO')).toBe(phoneKey('0722000111', 'RO'));
  });

  it('and not those of two countries with the same last digits', () => {
    const [one, other] = ['+39 0722000224', '+49 722000224'];
    expect(phoneKey(one, 'RO')).not.toBe(phoneKey(other, 'RO'));
    expect(phoneKey(other, 'RO')).not.toBe(phoneKey('0722000224', 'RO'));
  });

  it.each([
    ['074-17', '074-18'],
    ['7,22E+08', '7,23E+08'],
    ['int. 5', 'int. 6'],
  ])('texts that are none are each their own: %s, %s', (one, other) => {
    expect(phoneKey(one, 'RO')).not.toBe(phoneKey(other, 'RO'));
    expect(phoneKey(one, 'RO')).toBe(phoneKey(` ${one} `, 'RO'));
  });

  it('the short way of comparing says what the library says', () => {
    for (let first = 10; first < 100; first += 1) {
      const text = `0${first}0123456`;
      const number = parsePhoneNumber(text, { defaultCountry: 'RO' })?.number;
      expect(phoneKey(text, 'RO')).toBe(number);
    }
  });
});

describe('a phone is found by a part of it, in any spelling', () => {
  const stored = [
    '0700000783',
    '0700 000 783',
    '+40700000783',
    '0040-700-000-783',
  ];

  it.each([
    '0700 000 783',
    '+40700000783',
    '0700-000-783',
    '0040 700',
    '000783',
    '783',
    '+40 7',
    '07000',
    '700000783',
    '  ',
  ])('by "%s"', (typed) => {
    expect(stored.filter(phoneFinder(typed, 'RO'))).toEqual(stored);
  });

  it.each(['0700000784', '+49700000783', '784', 'x'])(
    'not by "%s"',
    (typed) => {
      expect(stored.filter(phoneFinder(typed, 'RO'))).toEqual([]);
    },
  );

  it('by zeros as they are, where no country code follows', () => {
    const phones = ['0700000783', '0700012345'];
    expect(phones.filter(phoneFinder('00000', 'RO'))).toEqual(['0700000783']);
  });

  it('also one that is no number', () => {
    expect(['074-17', '074-18'].filter(phoneFinder('074-17', 'RO'))).toEqual([
      '074-17',
    ]);
  });
});

it.each([
  ['0722 000', true],
  ['+40', false],
  ['+407', true],
  ['12', false],
  ['Ana 0722', false],
  ['0722-000', true],
])('"%s" may be a part of a phone: %s', (text, isPart) => {
  expect(isPhonePart(text)).toBe(isPart);
});
