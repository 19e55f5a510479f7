import { tidy } from '@/domain/words';
import type { CountryCode, PhoneNumber } from 'libphonenumber-js/min';
import parsePhoneNumber, {
  findPhoneNumbersInText,
  getCountryCallingCode,
  getExampleNumber,
  isSupportedCountry,
} from 'libphonenumber-js/min';
import examples from 'libphonenumber-js/mobile/examples';

import { PHONE_SEPARATORS } from './phone-signs';

/**
 * Why a text is no phone number. shortened: a spreadsheet wrote it as a power of ten,
 * and the digits behind are lost. extension: only a switchboard reaches it.
 */
export const PHONE_PROBLEMS = [
  'shortened',
  'several',
  'extension',
  'notPhone',
] as const;
export type PhoneProblem = (typeof PHONE_PROBLEMS)[number];

/** What a text says as a phone number. */
export type PhoneRead =
  | {
      ok: true;
      /** As it is stored: digits alone for the country itself, else with + in front. */
      phone: string;
      /**
       * completed: what a spreadsheet had dropped is added, the leading zero for
       * instance. doubtful: of the right length, but no such number is given out.
       */
      note?: 'completed' | 'doubtful' | undefined;
    }
  | {
      ok: false;
      problem: PhoneProblem;
      /** The one number that stands in the text, as it would be stored. */
      offer?: string | undefined;
    };

/** 7,22E+08: what a spreadsheet makes of a long number in a narrow column. */
const EXPONENT = /^[+-]?\d+(?:[.,]\d+)?E[+-]?\d+$/i;
/** A number that became a decimal one; a phone with its zero in front cannot have. */
const DECIMAL = /^([1-9]\d*)[.,]0{1,2}$/;
/** What stands between the parts of a date, and between those of a phone, too. */
const BETWEEN = String.raw`\s*[./\-\u2010-\u2015]\s*`;
const DAY_OR_MONTH = '(?:0?[1-9]|[12]\\d|3[01])';
const WHOLE_YEAR = '(?:19|20)\\d\\d';
const CLOCK = String.raw`[,\s]+\d{1,2}[.:]\d\d(?:[.:]\d\d)?`;
/**
 * A day, alone or with its time. A phone in pairs begins like one, 07.12.11.10.56 or
 * 0722-12-34-56: two digits are a year only at the end, and four only of these centuries.
 */
const DATE = new RegExp(
  [
    `^${WHOLE_YEAR}(?:${BETWEEN}${DAY_OR_MONTH}){2}(?!\\d)`,
    `^(?:${DAY_OR_MONTH}${BETWEEN}){2}(?:${WHOLE_YEAR}(?!\\d)|\\d\\d(?:${CLOCK})?$)`,
  ].join('|'),
);
/** Shorter ones are short codes: nobody can sign in with them from everywhere. */
const NATIONAL_DIGITS_MIN = 8;

/**
 * Reads a phone number as people and spreadsheets write it.
 * @param country ISO code; numbers without a prefix are of this country.
 */
export function readPhone(text: string, country: string): PhoneRead {
  const typed = tidy(text);
  if (EXPONENT.test(typed)) return { ok: false, problem: 'shortened' };
  if (DATE.test(typed)) return { ok: false, problem: 'notPhone' };
  const bare = typed.replace(DECIMAL, '$1');
  const number = parsed(bare, country);
  if (!number || number.ext !== undefined) return unread(bare, country);
  const phone = stored(number, country);
  const digits = bare.replaceAll(/\D/g, '');
  const isWhole = /^(?:\+|00)/.test(bare) || digits === phone;
  if (number.isValid()) {
    return { ok: true, phone, note: isWhole ? undefined : 'completed' };
  }
  return isWhole
    ? { ok: true, phone, note: 'doubtful' }
    : { ok: false, problem: 'notPhone' };
}

/**
 * A phone as it is stored once it was typed.
 * @param country as of `readPhone`. @param kept what is stored already: it stays as it
 * is while nobody changes it.
 */
export function phoneToStore(
  typed: string,
  country: string,
  kept?: string,
): string {
  const text = tidy(typed);
  if (text === kept) return text;
  const read = readPhone(text, country);
  return read.ok ? read.phone : text;
}

/**
 * What the spellings of a phone number have in common: two texts are the same phone
 * when their keys are. A text that is no number has itself as key.
 * @param country as of `readPhone`.
 */
export function phoneKey(text: string, country: string): string {
  const shape = shapeOf(country);
  if (shape?.plain.test(text)) {
    return `+${shape.callingCode}${text.slice(shape.prefix.length)}`;
  }
  const known = keys.get(country)?.get(text);
  if (known !== undefined) return known;
  const key = parsed(tidy(text), country)?.number ?? withoutSeparators(text);
  const ofCountry = keys.get(country) ?? new Map<string, string>();
  if (ofCountry.size > KEYS_KEPT) ofCountry.clear();
  keys.set(country, ofCountry.set(text, key));
  return key;
}

/**
 * Finds phones by a part of their digits, in any spelling of both.
 * @param typed what is looked for. @param country as of `readPhone`.
 * @returns says of a phone, in any spelling, whether `typed` is in it; all are found
 * by a blank text.
 */
export function phoneFinder(
  typed: string,
  country: string,
): (phone: string) => boolean {
  const part = withoutSeparators(typed).replace(/^\+/, '');
  const parts = new Set([part]);
  if (/^00[1-9]/.test(part)) parts.add(part.slice(2));
  const number = parsed(tidy(typed), country);
  if (number) parts.add(number.number.slice(1));
  return (phone) => {
    const key = phoneKey(phone, country);
    const spellings = [withoutSeparators(phone), key];
    return [...parts].some((each) =>
      spellings.some((spelling) => spelling.includes(each)),
    );
  };
}

/** Whether a text may be a part of a phone number: digits with what stands between. */
export function isPhonePart(text: string): boolean {
  return /^\+?\d{3,}$/.test(withoutSeparators(text));
}

function withoutSeparators(text: string): string {
  return tidy(text).replaceAll(PHONE_SEPARATORS, '').toLowerCase();
}

/** The number that the whole text is; undefined where none can be. */
function parsed(text: string, country: string): PhoneNumber | undefined {
  const number = parsePhoneNumber(text, {
    ...defaultTo(country),
    extract: false,
  });
  return isLong(number) && number.isPossible() ? number : undefined;
}

function unread(text: string, country: string): PhoneRead {
  const among = findPhoneNumbersInText(text, codeOf(country));
  // Beside letters without a blank the search above finds none.
  const found =
    among.length > 0
      ? among.map(({ number }) => number)
      : [parsePhoneNumber(text, defaultTo(country))];
  const [first, ...others] = found.filter(isLong);
  if (!first?.isValid()) return { ok: false, problem: 'notPhone' };
  // Digits behind a comma are dialled afterwards: so many are a number of their own.
  const isSecond = (first.ext?.length ?? 0) >= 6;
  if (others.length > 0 || isSecond) return { ok: false, problem: 'several' };
  const problem = first.ext === undefined ? 'notPhone' : 'extension';
  return { ok: false, problem, offer: stored(first, country) };
}

function isLong(number: PhoneNumber | undefined): number is PhoneNumber {
  return (number?.nationalNumber.length ?? 0) >= NATIONAL_DIGITS_MIN;
}

function stored(number: PhoneNumber, country: string): string {
  const home = codeOf(country);
  const isHome =
    home !== undefined &&
    number.countryCallingCode === getCountryCallingCode(home);
  if (!isHome) return number.number;
  const shape = shapeOf(country);
  // A number that is not given out is not formatted: its prefix is put in front here.
  return shape
    ? `${shape.prefix}${number.nationalNumber}`
    : digitsOf(number.formatNational());
}

function defaultTo(country: string) {
  const defaultCountry = codeOf(country);
  return defaultCountry ? { defaultCountry } : {};
}

function codeOf(country: string): CountryCode | undefined {
  return isSupportedCountry(country) ? country : undefined;
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '');
}

/** How a country writes a number inland: a prefix, and then all that is behind the + abroad. */
interface Shape {
  callingCode: string;
  prefix: string;
  /** The numbers that need no parsing: tens of thousands are compared at once. */
  plain: RegExp;
}

const shapes = new Map<string, Shape | undefined>();
const keys = new Map<string, Map<string, string>>();
const KEYS_KEPT = 100_000;

function shapeOf(country: string): Shape | undefined {
  if (!shapes.has(country)) shapes.set(country, foundShape(country));
  return shapes.get(country);
}

/** From an example of the library; none where a prefix is more than put in front. */
function foundShape(country: string): Shape | undefined {
  const code = codeOf(country);
  const example = code && getExampleNumber(code, examples);
  if (!example) return undefined;
  const national: string = example.nationalNumber;
  const written = digitsOf(example.formatNational());
  const prefix = written.slice(0, -national.length);
  if (prefix === '' || !written.endsWith(national)) return undefined;
  return {
    callingCode: example.countryCallingCode,
    prefix,
    plain: new RegExp(`^${prefix}[1-9]\\d{${national.length - 1}}$`),
  };
}
