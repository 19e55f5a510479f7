import { dayOf } from '@/domain/calendar-day';

/** Spreadsheet programs add the seconds of a whole minute. */
const CLOCK = String.raw`(?<hours>\d{1,2}):(?<minutes>\d{2})(:00)?`;
/** Which of two equal hours is meant, on the day on which the clocks are set back. */
const OFFSET = String.raw`(?<offset>[+-]\d{2}:\d{2})?`;
const ISO = new RegExp(
  String.raw`^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})[T ]${CLOCK}${OFFSET}$`,
);
const ROMANIAN = new RegExp(
  String.raw`^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4}),? ${CLOCK}${OFFSET}$`,
);
/** By how much clocks are set forward and back, in ms. */
const SHIFTS = [3_600_000, 1_800_000];

/**
 * Why a cell names no moment. skipped: the clocks are set forward over it. twice: they
 * are set back, and the cell does not say which of two equal hours is meant, `first`
 * (`03:30+03:00`) or `second` (`03:30+02:00`).
 */
export type TimeProblem =
  | { problem: 'notTime' | 'skipped' }
  | { problem: 'twice'; first: string; second: string };

const NOT_TIME = { problem: 'notTime' } as const;

/**
 * The moment that a cell of a plan names, in the zone of this device:
 * `2026-11-22 07:00`, `22.11.2026 07:00` or `22.11.2026, 07:00`, with `+03:00` behind where an hour is there
 * twice. Dates with slashes and clocks of twelve hours are not guessed.
 * @returns epoch ms, or why there is none.
 */
export function readPlanTime(cell: string): number | TimeProblem {
  const parts = (ISO.exec(cell) ?? ROMANIAN.exec(cell))?.groups;
  if (!parts) return NOT_TIME;
  const [month, day] = [Number(parts.month) - 1, Number(parts.day)];
  const [hours, minutes] = [Number(parts.hours), Number(parts.minutes)];
  const time = new Date(Number(parts.year), month, day, hours, minutes);
  // A 31st of February.
  if (time.getMonth() !== month || time.getDate() !== day) return NOT_TIME;
  if (hours > 23 || minutes > 59) return NOT_TIME;
  if (time.getHours() !== hours || time.getMinutes() !== minutes) {
    return { problem: 'skipped' };
  }
  const moments = momentsOf(time.getTime());
  const { offset } = parts;
  if (offset !== undefined) {
    return moments.find((at) => offsetText(at) === offset) ?? NOT_TIME;
  }
  const [first = time.getTime(), second] = moments;
  if (second === undefined) return first;
  const written = (at: number) => planTimeText(at).replace(/^\S+ /, '');
  return { problem: 'twice', first: written(first), second: written(second) };
}

/** The moments at which the clock shows the same, in order: two where it is set back. */
function momentsOf(at: number): number[] {
  const shown = clockText(at);
  const others = SHIFTS.flatMap((shift) => [at - shift, at + shift]);
  return [at, ...others.filter((other) => clockText(other) === shown)].toSorted(
    (one, other) => one - other,
  );
}

/**
 * `2026-11-22 07:00` in the zone of this device, with `+03:00` behind where that hour is
 * there twice; '' for no limit.
 */
export function planTimeText(at: number | undefined): string {
  if (at === undefined) return '';
  return momentsOf(at).length === 1
    ? clockText(at)
    : `${clockText(at)}${offsetText(at)}`;
}

/** The zone in which times of a plan are read and written: "Europe/Bucharest". */
export function planZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** What a clock shows elsewhere, as `clockText`. */
export interface ZoneClock {
  zone: string;
  show: (at: number) => string;
}

/**
 * The clock of the zone in the head of a column, `from (Europe/Paris)`; undefined where
 * it names none, or that of this device.
 */
export function zoneClock(head: string): ZoneClock | undefined {
  const zone = /\(([\w+\-/]+)\)$/.exec(head)?.[1];
  if (zone === undefined || zone === planZone()) return undefined;
  try {
    // The Swedish form is that of a plan.
    const clock = new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      dateStyle: 'short',
      timeStyle: 'short',
    });
    return { zone, show: (at) => clock.format(at) };
  } catch {
    // No zone: other words in brackets.
    return undefined;
  }
}

/** Whether a clock elsewhere shows another time than this device at a moment. */
export function isOtherTime({ show }: ZoneClock, at: number): boolean {
  return show(at) !== clockText(at);
}

function clockText(at: number): string {
  const time = new Date(at);
  const clock = [time.getHours(), time.getMinutes()].map(two).join(':');
  return `${dayOf(at)} ${clock}`;
}

/** How far the clock is ahead of UTC: `+03:00`. */
function offsetText(at: number): string {
  const minutes = -new Date(at).getTimezoneOffset();
  const size = Math.abs(minutes);
  const sign = minutes < 0 ? '-' : '+';
  return `${sign}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
