import * as v from 'valibot';

import type { RequestContext } from '../../server';
import { invalid, ProblemError } from '../problems/problem';
import { parseBoolean, parseInstant, parseInteger } from './values';

/** The message of a field that must be there and not blank. */
export const REQUIRED = 'required';

/**
 * The kinds of fields that requests have (docs/api-contract.md 1). Numbers and
 * booleans also come as texts: in a query, in a form and from some clients.
 */
export const text = v.pipe(
  v.string('Must be a text.'),
  v.check(isText, 'Has a sign that no text has.'),
);
export const integer = v.pipe(
  v.unknown(),
  v.transform(toInteger),
  v.number('Must be a whole number.'),
  v.integer(),
);
export const boolean = v.pipe(
  v.unknown(),
  v.transform(toBoolean),
  v.boolean('Must be true or false.'),
);
export const instant = v.pipe(
  v.unknown(),
  v.transform((field) =>
    typeof field === 'string' ? parseInstant(field) : undefined,
  ),
  v.date('Must be an ISO 8601 date.'),
);
export const integers = v.pipe(
  v.unknown(),
  v.transform(toIntegers),
  v.array(v.pipe(v.number(), v.integer()), 'Must be a list of whole numbers.'),
);
/** A text that is required; a blank one counts as sent. */
export const requiredText = v.pipe(text, v.nonEmpty(REQUIRED));
/** A text whose blanks at both ends do not count; undefined when none is left. */
export const filled = v.pipe(
  text,
  v.trim(),
  v.transform((sent) => sent || undefined),
);

/** At most so many characters (docs/api-contract.md 8). */
export function atMost(max: number) {
  return v.maxLength<string, number, string>(
    max,
    `At most ${max} characters are allowed.`,
  );
}

/** The trimmed text, undefined when blank, of at most so many characters. */
export function filledUpTo(max: number) {
  return v.optional(
    v.pipe(filled, v.optional(v.pipe(v.string(), atMost(max)))),
  );
}

/** No NUL and no half of a pair of UTF-16: the database could not give them back. */
function isText(sent: string): boolean {
  return !/[\0\p{Surrogate}]/u.test(sent);
}

/** A list of objects with these fields. */
export function listOf<E extends v.ObjectEntries>(entries: E) {
  return v.pipe(
    v.unknown(),
    v.transform((field) =>
      Array.isArray(field) && field.every(isObject) ? field : undefined,
    ),
    v.array(fields(entries), 'Must be a list of objects.'),
  );
}

/**
 * One object of a request body, as the original reads it (docs/api-contract.md
 * 1): names in any casing, unknown names ignored, null as good as absent.
 */
export function fields<E extends v.ObjectEntries>(entries: E) {
  return v.pipe(
    v.unknown(),
    v.transform((sent) => pick(entries, sent)),
    v.object(entries, REQUIRED),
  );
}

/** A name that only older, or only newer, servers read (docs/api-contract.md 5). */
export type FieldName = string | { older: string } | { newer: string };

/**
 * A field with the names that it is read by, best first. A value of another
 * type is refused under the name that was found, spelled as it is here.
 */
export function named<S extends v.GenericSchema>(
  schema: S,
  ...names: FieldName[]
) {
  return v.pipe(schema, v.metadata({ names }));
}

/** The names that a field of this key is read by. */
export function namesOf(key: string, schema: v.GenericSchema): FieldName[] {
  const { names } = v.getMetadata(schema);
  return Array.isArray(names) ? names : [key];
}

/** By which name each field of a picked object was sent. */
const sentAs = new WeakMap<object, Record<string, string>>();

function pick(entries: v.ObjectEntries, sent: unknown) {
  const picked: Record<string, unknown> = {};
  if (!isObject(sent)) return picked;
  const byName = new Map(
    Object.entries(sent).map(([name, field]) => [name.toLowerCase(), field]),
  );
  const names: Record<string, string> = {};
  for (const [key, schema] of Object.entries(entries)) {
    for (const name of namesOf(key, schema)) {
      const field =
        typeof name === 'string' ? byName.get(name.toLowerCase()) : undefined;
      if (typeof name !== 'string' || field === undefined || field === null) {
        continue;
      }
      picked[key] = field;
      names[key] = name;
      break;
    }
  }
  sentAs.set(picked, names);
  return picked;
}

/** Turns an issue into its refusal; undefined: problem details answer it. */
export type Refuse = (issue: v.BaseIssue<unknown>) => Error | undefined;

/**
 * Reads an object by its schema. Throws a 400 that names the first field that
 * is missing, too long or of another type (docs/api-contract.md 1.1), or what
 * `refuse` makes of it.
 */
export function readFields<S extends v.GenericSchema>(
  schema: S,
  sent: unknown,
  refuse?: Refuse,
): v.InferOutput<S> {
  if (!isObject(sent)) {
    throw new ProblemError(400, 'The body must be a JSON object.');
  }
  const result = v.safeParse(schema, sent, { abortEarly: true });
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw refuse?.(issue) ?? refusalOf(issue);
}

/** Missing and too long values are named as the original's classes name them. */
function refusalOf(issue: v.BaseIssue<unknown>): ProblemError {
  const at = issue.path?.at(-1);
  const key = String(at?.key);
  const className = key.charAt(0).toUpperCase() + key.slice(1);
  if (issue.message === REQUIRED) return missing(className);
  if (issue.kind === 'validation') return invalid(className, issue.message);
  const names = isObject(at?.input) ? sentAs.get(at.input) : undefined;
  return invalid(names?.[key] ?? key, issue.message);
}

/**
 * The value, or a 400 that says `name` is required (docs/api-contract.md 1.1).
 */
export function required<T>(name: string, value: T | undefined): T {
  if (value === undefined || value === '') throw missing(name);
  return value;
}

function missing(name: string): ProblemError {
  return invalid(name, `The ${name} field is required.`);
}

/** The JSON body of the request; 400 unless it is valid. */
export async function jsonOf(c: RequestContext): Promise<unknown> {
  return parse(await c.req.text());
}

/** The JSON body, or no fields for an empty body: the query may have them. */
export async function optionalJsonOf(c: RequestContext): Promise<unknown> {
  const body = await c.req.text();
  return body.trim() === '' ? {} : parse(body);
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    throw new ProblemError(400, 'The body is not valid JSON.');
  }
}

function toInteger(field: unknown): number | undefined {
  if (typeof field !== 'string' && typeof field !== 'number') return undefined;
  return parseInteger(String(field));
}

function toBoolean(field: unknown): boolean | undefined {
  if (typeof field === 'boolean') return field;
  return typeof field === 'string' ? parseBoolean(field) : undefined;
}

function toIntegers(field: unknown): number[] | undefined {
  if (!Array.isArray(field)) return undefined;
  const numbers = field.map(toInteger).filter((one) => one !== undefined);
  return numbers.length === field.length ? numbers : undefined;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
