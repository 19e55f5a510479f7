import { stable } from '@/domain/outbox/fingerprint';

/** The columns of a plan, in their order in a file without header. */
export const PLAN_COLUMNS = [
  'phone',
  'county',
  'station',
  'from',
  'to',
] as const;
export type PlanColumn = (typeof PLAN_COLUMNS)[number];

/** Where somebody should be, and when. */
export interface PlanLine {
  /** As in the file, without spaces: it finds the observer. */
  phone: string;
  /** County code. */
  county: string;
  /** Station number inside the county. */
  station: number;
  /** Epoch ms, inclusive; absent: from the beginning. */
  from?: number | undefined;
  /** Epoch ms, exclusive; absent: until the end. */
  to?: number | undefined;
}

/** The deployment plan of this device; an import replaces all of it. */
export interface Plan {
  fileName: string;
  /** Epoch ms. */
  importedAt: number;
  /** In the order of the file; never empty. */
  lines: readonly PlanLine[];
}

/**
 * Which of two plans counts, as a whole: the one that was imported later. The order
 * does not matter, also for two of one moment.
 */
export function laterPlan<P extends Plan>(one: P, other: P): P {
  if (one.importedAt !== other.importedAt) {
    return one.importedAt > other.importedAt ? one : other;
  }
  return stable(one) > stable(other) ? one : other;
}

/** Whether a plan can be stored, of a file from another device. */
export function isPlan(value: unknown): value is Plan {
  if (typeof value !== 'object' || value === null) return false;
  const plan: Partial<Record<keyof Plan, unknown>> = value;
  const { fileName, importedAt, lines } = plan;
  return (
    typeof fileName === 'string' &&
    Number.isSafeInteger(importedAt) &&
    Array.isArray(lines) &&
    lines.length > 0 &&
    lines.every(isPlanLine)
  );
}

/** Whether a line can be stored. */
function isPlanLine(value: unknown): value is PlanLine {
  if (typeof value !== 'object' || value === null) return false;
  const line: Partial<Record<keyof PlanLine, unknown>> = value;
  const { phone, county, station, from, to } = line;
  return (
    typeof phone === 'string' &&
    phone !== '' &&
    typeof county === 'string' &&
    county !== '' &&
    Number.isSafeInteger(station) &&
    isMomentOrAbsent(from) &&
    isMomentOrAbsent(to)
  );
}

function isMomentOrAbsent(value: unknown): boolean {
  return value === undefined || Number.isSafeInteger(value);
}
