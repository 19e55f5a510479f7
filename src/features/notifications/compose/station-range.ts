/** The two fields as they are typed. */
export interface RangeFields {
  from: string;
  to: string;
}

export type RangeField = keyof RangeFields;

/** number: no whole number in [1 – max]. order: to lies before from. */
type RangeError = 'number' | 'order';

export type CheckedRange =
  | { ok: true; from: number; to: number }
  | { ok: false; errors: { [F in RangeField]?: RangeError | undefined } };

/**
 * Reads the range of polling stations. Empty fields mean the first and the
 * last station of the county, which is `max` (docs/specification.md 5).
 */
export function checkRange(fields: RangeFields, max: number): CheckedRange {
  const from = readNumber(fields.from, 1, max);
  const to = readNumber(fields.to, max, max);
  if (from === undefined || to === undefined) {
    return {
      ok: false,
      errors: {
        from: from === undefined ? 'number' : undefined,
        to: to === undefined ? 'number' : undefined,
      },
    };
  }
  return from > to
    ? { ok: false, errors: { to: 'order' } }
    : { ok: true, from, to };
}

function readNumber(
  text: string,
  empty: number,
  max: number,
): number | undefined {
  const typed = text.trim();
  if (typed === '') return empty;
  const number = /^\d{1,9}$/.test(typed) ? Number(typed) : 0;
  return number >= 1 && number <= max ? number : undefined;
}
