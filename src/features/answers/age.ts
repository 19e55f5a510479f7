const MINUTE_MS = 60_000;

/** How long ago something was, in the two largest units that matter. */
type Age =
  | { unit: 'now' }
  | { unit: 'minutes'; minutes: number }
  | { unit: 'hours'; hours: number; minutes: string }
  | { unit: 'days'; days: number };

/**
 * How long ago a moment was, by the minutes of the clock: 14:28:59 is 4 minutes
 * old at 14:32:00. A moment ahead of `now` (a clock that runs fast) counts as
 * now. Whole minutes under an hour; hours with two-digit minutes under a day
 * ("1 h 05" is as wide as "1 h 12"); whole days after that.
 */
export function ageOf(at: number, now: number): Age {
  const minutes = Math.floor(now / MINUTE_MS) - Math.floor(at / MINUTE_MS);
  if (minutes < 1) return { unit: 'now' };
  if (minutes < 60) return { unit: 'minutes', minutes };
  const hours = Math.floor(minutes / 60);
  if (hours < 24) {
    const rest = String(minutes % 60).padStart(2, '0');
    return { unit: 'hours', hours, minutes: rest };
  }
  return { unit: 'days', days: Math.floor(hours / 24) };
}
