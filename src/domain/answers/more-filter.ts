import { nameWords } from '@/domain/words';

/** Filters that are chosen from a list: on or off, `flagged` also one option. */
export const SWITCHES = [
  'flagged',
  'notes',
  'pictures',
  'unread',
  'changed',
  'incomplete',
] as const;

/** In the order of the form, under their names in the address. */
export const MORE_FIELDS = [
  ...SWITCHES,
  'stationFrom',
  'stationTo',
  'observer',
  'silentFor',
  'text',
] as const;

export type MoreField = (typeof MORE_FIELDS)[number];

/** Filters that no server answers. Absent = no filter. */
export interface MoreFilter extends Partial<
  Record<Exclude<(typeof SWITCHES)[number], 'flagged'>, true | undefined>
> {
  /** true: any answer is flagged. A number: the option with this id is chosen. */
  flagged?: true | number | undefined;
  /** Station numbers, inclusive. */
  stationFrom?: number | undefined;
  stationTo?: number | undefined;
  /** Words of an observer's name, folded. */
  observer?: string | undefined;
  /** Minutes since the observer was last heard of, anywhere. */
  silentFor?: number | undefined;
  /** Words of the names, of a note or of an answer, folded. */
  text?: string | undefined;
}

/** Why a field cannot be used: no whole number, not a switch that is on, a range that ends before it begins. */
export type MoreError = 'number' | 'switch' | 'range';

const NUMBER = /^\d{1,9}$/;

/** Reads the fields of an address; one that cannot be used is named and left out. */
export function checkMore(fields: Record<MoreField, string>): {
  more: MoreFilter | undefined;
  errors: Partial<Record<MoreField, MoreError>>;
} {
  const more: MoreFilter = {};
  const errors: Partial<Record<MoreField, MoreError>> = {};
  for (const name of SWITCHES) {
    const value = fields[name].trim();
    if (value === 'true') more[name] = true;
    else if (name === 'flagged' && NUMBER.test(value))
      more[name] = Number(value);
    else if (value !== '') errors[name] = 'switch';
  }
  for (const name of ['stationFrom', 'stationTo', 'silentFor'] as const) {
    const value = fields[name].trim();
    if (NUMBER.test(value)) more[name] = Number(value);
    else if (value !== '') errors[name] = 'number';
  }
  for (const name of ['observer', 'text'] as const) {
    const value = nameWords(fields[name]).join(' ');
    if (value !== '') more[name] = value;
  }
  if ((more.stationFrom ?? 0) > (more.stationTo ?? Infinity)) {
    delete more.stationTo;
    errors.stationTo = 'range';
  }
  return { more: Object.keys(more).length > 0 ? more : undefined, errors };
}
