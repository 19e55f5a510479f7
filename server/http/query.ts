import type { HostContext } from '../host';
import { invalid } from './problem';
import { parseBoolean, parseInstant, parseInteger } from './values';

/**
 * The query of a request, as ASP.NET reads it (docs/api-contract.md 1): names
 * in
 * any casing, unknown names ignored. Each reader takes the names that mean the
 * same, best first, and gives undefined when none was sent. `integer`,
 * `boolean` and `instant` throw a 400 that names the parameter when the value
 * is not one, or count it as not sent with the quirk `lenientQueries`.
 */
export interface Query {
  text: (...names: string[]) => string | undefined;
  integer: (...names: string[]) => number | undefined;
  boolean: (...names: string[]) => boolean | undefined;
  instant: (...names: string[]) => Date | undefined;
  /** Every value of a repeated parameter, without blanks. */
  texts: (name: string) => string[];
}

/** Reads the query of the request at hand. */
export function queryOf(c: HostContext): Query {
  const sent = new Map<string, { name: string; value: string }>();
  for (const [name, value] of new URL(c.req.url).searchParams) {
    const key = name.toLowerCase();
    if (!sent.has(key)) sent.set(key, { name, value });
  }

  function find(names: string[]) {
    for (const name of names) {
      const found = sent.get(name.toLowerCase());
      if (found) return found;
    }
    return undefined;
  }

  function read<T>(names: string[], parse: (text: string) => T | undefined) {
    const found = find(names);
    if (!found) return undefined;
    const value = parse(found.value);
    if (value !== undefined || c.var.host.quirks.lenientQueries) return value;
    throw invalid(found.name, `The value '${found.value}' is not valid.`);
  }

  return {
    text: (...names) => find(names)?.value.trim() || undefined,
    integer: (...names) => read(names, parseInteger),
    boolean: (...names) => read(names, parseBoolean),
    instant: (...names) => read(names, parseInstant),
    texts: (name) =>
      [...new URL(c.req.url).searchParams]
        .filter(([sent]) => sent.toLowerCase() === name.toLowerCase())
        .map(([, value]) => value.trim())
        .filter((value) => value !== ''),
  };
}

/** A whole number in the path; 400 that names it when it is none. */
export function idParam(c: HostContext, name: string): number {
  const sent = c.req.param(name) ?? '';
  const id = parseInteger(sent);
  if (id === undefined)
    throw invalid(name, `The value '${sent}' is not valid.`);
  return id;
}
