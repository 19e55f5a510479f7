import * as v from 'valibot';

/** The parts of replies. */
export const integer = v.pipe(v.number(), v.integer());
export const text = v.string();
export const textOrNull = v.nullable(v.string());
export const integerOrNull = v.nullable(integer);
export const booleanOrNull = v.nullable(v.boolean());
/** An instant as JSON has it. */
export const instant = v.pipe(v.string(), v.isoTimestamp());
export const instantOrNull = v.nullable(instant);

/** The number of rows, or of messages. */
export const Count = integer;
/** Whether something was changed. */
export const Changed = v.boolean();
/** The id of what was stored. */
export const Id = integer;

/** A page of a list (docs/api-contract.md 1.2). */
export function pageOf<S extends v.GenericSchema>(row: S) {
  return v.object({
    data: v.array(row),
    totalItems: integer,
    totalPages: integer,
    page: integer,
    pageSize: integer,
  });
}
