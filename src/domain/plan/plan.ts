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
