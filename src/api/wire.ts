import * as v from 'valibot';

/**
 * A date as servers write it: with a zone, or without one and then in UTC
 * (docs/api-contract.md 1). Comes out as epoch ms, NaN for an unreadable one; years
 * before 1970 mean "unset".
 */
export const date = v.pipe(
  v.string(),
  v.transform((text) =>
    Date.parse(/[zZ]|[+-]\d\d:?\d\d$/.test(text) ? text : `${text}Z`),
  ),
);

/** An optional date; absent, null, unreadable and unset are all `undefined`. */
export const maybeDate = v.optional(
  v.pipe(
    v.nullable(date),
    v.transform((ms) =>
      ms === null || Number.isNaN(ms) || ms < 0 ? undefined : ms,
    ),
  ),
);

export const id = v.pipe(v.number(), v.integer());

/** Paged lists (docs/api-contract.md 1.2). */
export function page<Row extends v.GenericSchema>(row: Row) {
  return v.object({
    data: v.array(row),
    totalItems: v.number(),
    totalPages: v.number(),
    page: v.number(),
    pageSize: v.number(),
  });
}

export interface Page<T> {
  data: T[];
  totalItems: number;
  totalPages: number;
  page: number;
  pageSize: number;
}
