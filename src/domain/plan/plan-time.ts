/** Spreadsheet programs add the seconds of a whole minute. */
const CLOCK = String.raw`(?<hours>\d{1,2}):(?<minutes>\d{2})(:00)?`;
const ISO = new RegExp(
  String.raw`^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})[T ]${CLOCK}$`,
);
const ROMANIAN = new RegExp(
  String.raw`^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4}) ${CLOCK}$`,
);

/**
 * The moment that a cell of a plan names, in the zone of this device:
 * `2026-11-22 07:00` or `22.11.2026 07:00`. Epoch ms; undefined when the cell is
 * no such text or its calendar has no such day. Dates with slashes and clocks of
 * twelve hours are not guessed.
 */
export function readPlanTime(cell: string): number | undefined {
  const parts = (ISO.exec(cell) ?? ROMANIAN.exec(cell))?.groups;
  if (!parts) return undefined;
  const [month, day] = [Number(parts.month) - 1, Number(parts.day)];
  const [hours, minutes] = [Number(parts.hours), Number(parts.minutes)];
  const time = new Date(Number(parts.year), month, day, hours, minutes);
  // A 31st of February, and an hour that a change of the clocks leaves out.
  const isReal =
    time.getMonth() === month &&
    time.getDate() === day &&
    time.getHours() === hours &&
    time.getMinutes() === minutes;
  return isReal ? time.getTime() : undefined;
}

/** `2026-11-22 07:00` in the zone of this device; '' for no limit. */
export function planTimeText(at: number | undefined): string {
  if (at === undefined) return '';
  const time = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = [time.getMonth() + 1, time.getDate()].map(two).join('-');
  const clock = [time.getHours(), time.getMinutes()].map(two).join(':');
  return `${time.getFullYear()}-${day} ${clock}`;
}
