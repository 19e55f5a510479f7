/**
 * Numbers and times in the reader's language, through Intl.
 * `locale` is a BCP 47 tag ('ro', 'en'); times are epoch ms in the device's zone.
 */

/** The zone of the device, in which moments are shown: "Europe/Bucharest". */
export function timeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** "1.284" in Romanian, "1,284" in English. */
export function formatNumber(value: number, locale: string): string {
  return formatterOf(numberFormats, locale, () => {
    return new Intl.NumberFormat(locale);
  }).format(value);
}

/**
 * "42 %" in Romanian, "42%" in English. `share` is 1 for all. Rounded down, and
 * never to nothing: only none is 0 %, and only all is 100 %.
 */
export function formatShare(share: number, locale: string): string {
  const format = formatterOf(shareFormats, locale, () => {
    return new Intl.NumberFormat(locale, { style: 'percent' });
  });
  if (share > 0 && share < 0.01) return `< ${format.format(0.01)}`;
  // Without the tiny part 0.29 would be 28 of 100.
  return format.format(Math.floor(share * 100 + 1e-9) / 100);
}

/** Ms in hours and minutes: "3 h 12 m"; days alone once they are two. */
export function formatDuration(ms: number, locale: string): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return inUnit(Math.floor(hours / 24), 'day', locale);
  const rest = inUnit(minutes % 60, 'minute', locale);
  return hours === 0 ? rest : `${inUnit(hours, 'hour', locale)} ${rest}`;
}

function inUnit(value: number, unit: string, locale: string): string {
  return formatterOf(durationFormats, `${locale} ${unit}`, () => {
    return new Intl.NumberFormat(locale, {
      style: 'unit',
      unit,
      unitDisplay: 'narrow',
    });
  }).format(value);
}

/**
 * An amount of data in the unit that keeps the number short: "3,2 MB" in
 * Romanian, "3.2 MB" in English.
 */
export function formatBytes(bytes: number, locale: string): string {
  const step = BYTE_UNITS.findLast(({ size }) => bytes >= size);
  const { unit, size } = step ?? { unit: 'kilobyte', size: 1e3 };
  return formatterOf(byteFormats, `${locale} ${unit}`, () => {
    return new Intl.NumberFormat(locale, {
      style: 'unit',
      unit,
      maximumFractionDigits: 1,
    });
  }).format(bytes / size);
}

const BYTE_UNITS = [
  { unit: 'kilobyte', size: 1e3 },
  { unit: 'megabyte', size: 1e6 },
  { unit: 'gigabyte', size: 1e9 },
];

/**
 * "14:32": 24 hours in every language, as the server and the forms have it. Without
 * Intl: each start shows such a time, and the first format of a date takes 12 ms.
 */
export function formatTime(at: number): string {
  const date = new Date(at);
  return [date.getHours(), date.getMinutes()]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
}

/**
 * The shortest text that cannot be mistaken: the time today ("14:32"), day and
 * time before ("21 nov., 14:32"). `now` is epoch ms.
 */
export function formatMoment(at: number, now: number, locale: string): string {
  if (isSameDay(at, now)) return formatTime(at);
  return formatterOf(momentFormats, locale, () => {
    return new Intl.DateTimeFormat(locale, {
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
  }).format(at);
}

/**
 * Day, month, year and time, for tooltips and exact places: "21 noiembrie
 * 2026, 14:32".
 */
export function formatFull(at: number, locale: string): string {
  return formatterOf(fullFormats, locale, () => {
    return new Intl.DateTimeFormat(locale, {
      dateStyle: 'long',
      timeStyle: 'short',
      hourCycle: 'h23',
    });
  }).format(at);
}

/** "a, b și c" in Romanian, "a, b, and c" in English. */
export function formatList(parts: readonly string[], locale: string): string {
  return formatterOf(listFormats, locale, () => {
    return new Intl.ListFormat(locale);
  }).format(parts);
}

/** Whether two moments fall on one day of the device's calendar. */
export function isSameDay(one: number, other: number): boolean {
  return new Date(one).toDateString() === new Date(other).toDateString();
}

// Making a formatter costs more than using it a thousand times.
const shareFormats = new Map<string, Intl.NumberFormat>();
const durationFormats = new Map<string, Intl.NumberFormat>();
const byteFormats = new Map<string, Intl.NumberFormat>();
const numberFormats = new Map<string, Intl.NumberFormat>();
const momentFormats = new Map<string, Intl.DateTimeFormat>();
const fullFormats = new Map<string, Intl.DateTimeFormat>();
const listFormats = new Map<string, Intl.ListFormat>();

function formatterOf<Format>(
  made: Map<string, Format>,
  key: string,
  make: () => Format,
): Format {
  const found = made.get(key) ?? make();
  made.set(key, found);
  return found;
}
