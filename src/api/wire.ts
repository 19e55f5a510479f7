import * as v from 'valibot';

/**
 * A date as servers write it: with a zone, or without one and then in UTC
 * (docs/api-contract.md 1). Comes out as epoch ms; years before 1970 mean
 * "unset".
 */
const date = v.pipe(
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

type Present<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<
    T[K],
    undefined
  >;
};

/** A copy without the keys that hold `undefined`: absent means absent. */
export function present<T extends object>(value: T): Present<T> {
  const entries = Object.entries(value).filter(
    ([, each]) => each !== undefined,
  );
  return Object.fromEntries(entries) as Present<T>;
}
