/*
 * Days of this device's calendar, as date fields and addresses have them: `2026-11-22`.
 */

/** The day of a moment (epoch ms). */
export function dayOf(at: number): string {
  const date = new Date(at);
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((part) =>
    String(part).padStart(2, '0'),
  );
  return `${date.getFullYear()}-${month}-${day}`;
}

/** The day so many days after a moment (epoch ms). */
export function dayAfter(from: number, days: number): string {
  const date = new Date(from);
  return dayOf(date.setDate(date.getDate() + days));
}

/** The first moment of a day, in epoch ms; undefined where the text is none. */
export function startOfDay(day: string): number | undefined {
  const start = new Date(`${day}T00:00`).getTime();
  return Number.isNaN(start) ? undefined : start;
}

/** The last moment of a day, in epoch ms; undefined where the text is none. */
export function endOfDay(day: string): number | undefined {
  const start = startOfDay(day);
  return start === undefined
    ? undefined
    : new Date(start).setHours(23, 59, 59, 999);
}
