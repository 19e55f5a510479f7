import type { ThreadFilter } from '@/domain/answers/thread';
import type { MoreError, MoreField } from '@/domain/answers/more-filter';
import { checkMore, MORE_FIELDS, SWITCHES } from '@/domain/answers/more-filter';
import { PHONE_SEPARATORS } from '@/domain/phone-signs';
import { TRIAGE_STATES } from '@/domain/triage/triage';
import { tidy } from '@/domain/words';

/**
 * The filter form as it is typed and as it stands in the URL, under the names of
 * docs/specification.md 7 (the answers download) and `triage`. Empty = no filter.
 */
export interface FilterFields extends Record<MoreField, string> {
  county: string;
  pollingStationNumber: string;
  phoneObserver: string;
  from: string;
  to: string;
  triage: string;
}

export type FilterField = keyof FilterFields;

/** In the order of the form. */
export const FILTER_FIELDS = [
  'county',
  'pollingStationNumber',
  'phoneObserver',
  'from',
  'to',
  'triage',
  ...MORE_FIELDS,
] as const satisfies readonly FilterField[];

export const noFilter: FilterFields = {
  county: '',
  pollingStationNumber: '',
  phoneObserver: '',
  from: '',
  to: '',
  triage: '',
  flagged: '',
  notes: '',
  pictures: '',
  unread: '',
  changed: '',
  incomplete: '',
  stationFrom: '',
  stationTo: '',
  observer: '',
  silentFor: '',
  text: '',
};

/** Why a field cannot be used; the view has the words. */
export type FilterError = 'phone' | 'date' | 'order' | 'state' | MoreError;

interface CheckedFilter {
  /** What can be applied: a wrong field is left out. */
  filter: ThreadFilter;
  errors: Partial<Record<FilterField, FilterError>>;
}

// A station number of more digits than a 32-bit number holds is a typing error,
// and newer servers answer it with a refusal (docs/api-contract.md 1).
const STATION_NUMBER = /^\d{1,9}$/;
const PHONE = /^\+?\d+$/;
const MOMENT = /^(\d{4})-(\d{2})-(\d{2})(?:[ T](\d{1,2}):(\d{2}))?$/;
const LAST_MS_OF_MINUTE = 59_999;

/**
 * Reads the form: what can be applied, and which fields cannot and why. Times
 * are yyyy-MM-dd hh:mm in the device's zone (docs/specification.md 2); a day
 * alone means all of it; "to" includes its minute.
 */
export function checkFields(fields: FilterFields): CheckedFilter {
  const checked: CheckedFilter = { filter: {}, errors: {} };
  const { filter, errors } = checked;
  const county = fields.county.trim();
  if (county !== '') filter.county = county;

  const station = fields.pollingStationNumber.trim();
  if (STATION_NUMBER.test(station)) {
    filter.pollingStationNumber = Number(station);
  } else if (station !== '') errors.pollingStationNumber = 'number';

  const phone = tidy(fields.phoneObserver);
  if (PHONE.test(phone.replaceAll(PHONE_SEPARATORS, '')))
    filter.observerPhone = phone;
  else if (phone !== '') errors.phoneObserver = 'phone';

  const from = readMoment(fields.from, { hours: 0, minutes: 0 });
  if (from !== undefined) filter.from = from;
  else if (fields.from.trim() !== '') errors.from = 'date';

  const to = readMoment(fields.to, { hours: 23, minutes: 59 });
  if (to !== undefined) filter.to = to + LAST_MS_OF_MINUTE;
  else if (fields.to.trim() !== '') errors.to = 'date';

  if (from !== undefined && to !== undefined && from > to) {
    delete filter.to;
    errors.to = 'order';
  }

  const triage = fields.triage.trim();
  const state = TRIAGE_STATES.find((each) => each === triage);
  if (state !== undefined) filter.triage = state;
  else if (triage !== '') errors.triage = 'state';

  const { more, errors: moreErrors } = checkMore(fields);
  if (more) filter.more = more;
  Object.assign(errors, moreErrors);
  return checked;
}

/** Epoch ms, or undefined when the text names no moment that exists. */
function readMoment(
  text: string,
  missing: { hours: number; minutes: number },
): number | undefined {
  const parts = MOMENT.exec(text.trim());
  if (!parts) return undefined;
  const [, year, month, day, hours, minutes] = parts.map(Number);
  if (year === undefined || month === undefined || day === undefined) {
    return undefined;
  }
  const hasTime = parts[4] !== undefined;
  const at = new Date(
    year,
    month - 1,
    day,
    hasTime ? hours : missing.hours,
    hasTime ? minutes : missing.minutes,
  );
  // The calendar rolls 31 April over to May, and 24:10 into the next day.
  const isReal =
    at.getMonth() === month - 1 &&
    at.getDate() === day &&
    (!hasTime || (at.getHours() === hours && at.getMinutes() === minutes));
  return isReal ? at.getTime() : undefined;
}

/** Whether a field is one of those that stand behind "More filters". */
export function isMore(name: FilterField): name is MoreField {
  return MORE_FIELDS.some((each) => each === name);
}

/** Whether the name of a filter says what it is for: its value is on, or too long for a button. */
export function isSwitch(name: FilterField): boolean {
  return SWITCHES.some((each) => each === name);
}

/** Whether any field is filled in. */
export function hasFields(fields: FilterFields): boolean {
  return FILTER_FIELDS.some((name) => fields[name].trim() !== '');
}
