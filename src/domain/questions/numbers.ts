/** A text that an observer typed, and whose it is. */
export interface TypedText {
  optionId: number;
  text: string;
  observerId: number;
  pollingStationId: number;
}

/** Numbers that observers typed, station by station. */
export interface NumberFigures {
  /** Whether all but few texts are numbers: only then a sum says something. */
  areNumbers: boolean;
  /** Stations with a number on which their reports agree. */
  stations: number;
  sum: number;
  least: number;
  most: number;
  /** Stations whose reports give different numbers: they are in no sum. */
  contradicting: number;
  /** Texts that are no number. */
  others: readonly TypedText[];
}

/** So many of the texts are numbers where a question asks for one. */
const ENOUGH = 0.9;

/**
 * Sums up what was typed. @param stations the texts of each station.
 */
export function numbersOf(
  stations: readonly (readonly TypedText[])[],
): NumberFigures {
  const others: TypedText[] = [];
  const values: number[] = [];
  let contradicting = 0;
  let texts = 0;
  for (const typed of stations) {
    const told = new Set<number>();
    for (const each of typed) {
      texts += 1;
      const value = numberIn(each.text);
      if (value === undefined) others.push(each);
      else told.add(value);
    }
    const [value] = told;
    if (told.size > 1) contradicting += 1;
    else if (value !== undefined) values.push(value);
  }
  const isAny = values.length > 0;
  return {
    areNumbers: isAny && texts - others.length >= ENOUGH * texts,
    stations: values.length,
    sum: values.reduce((sum, value) => sum + value, 0),
    least: isAny ? values.reduce((a, b) => Math.min(a, b)) : 0,
    most: isAny ? values.reduce((a, b) => Math.max(a, b)) : 0,
    contradicting,
    others,
  };
}

/** Thousands in groups, by a point, a comma, an apostrophe or a blank of any kind. */
const GROUPED = /^\d{1,3}(?:([.,'’\s])\d{3})(?:\1\d{3})*$/;
const PLAIN = /^\d{1,15}(?:[.,]\d{1,2})?$/;

/**
 * The number that a text is. "1.234" and "1,234" are thousands: people count voters and
 * ballots, of which there is no third decimal.
 * @returns undefined for any other text, also for one with words beside the number.
 */
export function numberIn(text: string): number | undefined {
  const trimmed = text.trim();
  if (GROUPED.test(trimmed)) return Number(trimmed.replaceAll(/\D/g, ''));
  if (PLAIN.test(trimmed)) return Number(trimmed.replace(',', '.'));
  return undefined;
}
