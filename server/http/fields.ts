import type { HostContext } from '../host';
import { invalid, ProblemError } from './problem';
import { parseBoolean, parseInstant, parseInteger } from './values';

/**
 * One object of a request body, as the original reads it (docs/api-contract.md
 * 1):
 * names in any casing, unknown ones ignored, numbers also as quoted strings.
 * Readers give undefined for an absent or null field and throw a 400 that
 * names the field when the value has the wrong type.
 */
export interface Fields {
  text: (...names: string[]) => string | undefined;
  integer: (...names: string[]) => number | undefined;
  boolean: (...names: string[]) => boolean | undefined;
  instant: (...names: string[]) => Date | undefined;
  /** The objects of an array; undefined when the field is absent. */
  list: (...names: string[]) => Fields[] | undefined;
  /** The whole numbers of an array; undefined when the field is absent. */
  integers: (...names: string[]) => number[] | undefined;
}

/** Reads the JSON body of the request; 400 unless it is an object. */
export async function fieldsOf(c: HostContext): Promise<Fields> {
  const text = await c.req.text();
  return toFields(parse(text));
}

/** The same where a body may be missing, because the query says it too. */
export async function optionalFieldsOf(c: HostContext): Promise<Fields> {
  const text = await c.req.text();
  return toFields(text.trim() === '' ? {} : parse(text));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ProblemError(400, 'The body is not valid JSON.');
  }
}

/** Wraps an already parsed object, such as the fields of a multipart body. */
export function toFields(value: unknown): Fields {
  if (!isObject(value)) {
    throw new ProblemError(400, 'The body must be a JSON object.');
  }
  const sent = new Map(
    Object.entries(value).map(([name, field]) => [name.toLowerCase(), field]),
  );

  function read<T>(
    names: string[],
    wanted: string,
    convert: (field: unknown) => T | undefined,
  ): T | undefined {
    const name = names.find((name) => {
      const field = sent.get(name.toLowerCase());
      return field !== undefined && field !== null;
    });
    if (name === undefined) return undefined;
    const converted = convert(sent.get(name.toLowerCase()));
    if (converted === undefined) throw invalid(name, `Must be ${wanted}.`);
    return converted;
  }

  return {
    text: (...names) => read(names, 'a text', asText),
    integer: (...names) => read(names, 'a whole number', asInteger),
    boolean: (...names) => read(names, 'true or false', asBoolean),
    instant: (...names) => read(names, 'an ISO 8601 date', asInstant),
    list: (...names) => read(names, 'a list of objects', asList),
    integers: (...names) => read(names, 'a list of whole numbers', asIntegers),
  };
}

/**
 * The value, or a 400 that says `name` is required (docs/api-contract.md 1.1).
 */
export function required<T>(name: string, value: T | undefined): T {
  if (value === undefined || value === '') {
    throw invalid(name, `The ${name} field is required.`);
  }
  return value;
}

/** The text, or a 400 when it is longer than `max` characters (section 8). */
export function limited(
  name: string,
  text: string | undefined,
  max: number,
): string | undefined {
  if (text !== undefined && text.length > max) {
    throw invalid(name, `At most ${max} characters are allowed.`);
  }
  return text;
}

function asText(field: unknown): string | undefined {
  return typeof field === 'string' ? field : undefined;
}

function asInteger(field: unknown): number | undefined {
  if (typeof field !== 'string' && typeof field !== 'number') return undefined;
  return parseInteger(String(field));
}

function asBoolean(field: unknown): boolean | undefined {
  if (typeof field === 'boolean') return field;
  return typeof field === 'string' ? parseBoolean(field) : undefined;
}

function asInstant(field: unknown): Date | undefined {
  return typeof field === 'string' ? parseInstant(field) : undefined;
}

function asList(field: unknown): Fields[] | undefined {
  if (!Array.isArray(field) || !field.every(isObject)) return undefined;
  return field.map(toFields);
}

function asIntegers(field: unknown): number[] | undefined {
  if (!Array.isArray(field)) return undefined;
  const numbers = field.map(asInteger).filter((one) => one !== undefined);
  return numbers.length === field.length ? numbers : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
