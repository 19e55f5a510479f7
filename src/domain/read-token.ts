/**
 * A read-only token of an analyst or a dashboard (docs/api-contract.md 10.10). What
 * is secret of it is told once, when it is made.
 */
export interface ReadToken {
  id: number;
  name: string;
  /** Name of the organisation that it reads; undefined: all of them. */
  ngo?: string | undefined;
  /** Name of the account that made it. */
  madeBy: string;
  /** Epoch ms. */
  madeAt: number;
  /** Epoch ms. */
  endsAt: number;
  /** Epoch ms, to the hour; undefined before the first use. */
  lastUsedAt?: number | undefined;
}

export interface AddedReadToken {
  name: string;
  /** Undefined: it reads all organisations. */
  ngoId: number | undefined;
  /** Epoch ms. */
  endsAt: number;
}

/** What the server takes (docs/api-contract.md 10.10). */
export const TOKEN_NAME_MAX = 50;
export const TOKEN_DAYS = 30;
export const TOKEN_MAX_DAYS = 400;

/** A day of the device's calendar, `days` after a moment, as a date field has it. */
export function dayAfter(from: number, days: number): string {
  const date = new Date(from);
  date.setDate(date.getDate() + days);
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((part) =>
    String(part).padStart(2, '0'),
  );
  return `${date.getFullYear()}-${month}-${day}`;
}

/** The last moment of a day of a date field, in epoch ms; undefined where it is none. */
export function endOfDay(day: string): number | undefined {
  const end = new Date(`${day}T00:00`).setHours(23, 59, 59, 999);
  return Number.isNaN(end) ? undefined : end;
}
