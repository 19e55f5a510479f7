import * as v from 'valibot';

import type { RequestContext } from '../../server';
import { invalid } from '../problems/problem';
import { namesOf, type FieldName } from './fields';
import { parseInteger } from './values';

/** The parameters of a query by the name under which they are described. */
export type QueryEntries = Record<string, v.GenericSchema>;

export type Query<Q extends QueryEntries> = {
  [K in keyof Q]: v.InferOutput<Q[K]> | undefined;
};

/** All values of a parameter that may be repeated, without blanks. */
export const texts = v.array(v.string());

/**
 * The query of a request, as ASP.NET reads it (docs/api-contract.md 1): names
 * in any casing, unknown names ignored. A parameter that was not sent is
 * undefined. Throws a 400 that names the parameter when its value is not valid;
 * with the quirk `lenientQueries` such a value counts as not sent.
 */
export function readQuery<Q extends QueryEntries>(
  c: RequestContext,
  entries: Q,
): Query<Q>;
export function readQuery(c: RequestContext, entries: QueryEntries) {
  const sent = [...new URL(c.req.url).searchParams];
  return Object.fromEntries(
    Object.entries(entries).map(([key, schema]) => {
      const names = namesOf(key, schema).flatMap((name) => nameOn(c, name));
      return [key, readParameter(c, schema, names, sent)];
    }),
  );
}

function readParameter(
  c: RequestContext,
  schema: v.GenericSchema,
  names: string[],
  sent: [string, string][],
): unknown {
  const found = names
    .map((name) => sent.filter(([each]) => isSame(each, name)))
    .find((values) => values.length > 0);
  const [first] = found ?? [];
  if (!found || !first) return undefined;
  if (schema.type === 'array') {
    return found.map(([, value]) => value.trim()).filter(Boolean);
  }
  const [name, value] = first;
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  if (c.var.server.quirks.lenientQueries) return undefined;
  throw invalid(name, `The value '${value}' is not valid.`);
}

/** A name that this server reads, as its quirks have it. */
function nameOn(c: RequestContext, name: FieldName): string[] {
  const { oldQueryNames, newQueryNames } = c.var.server.quirks;
  if (typeof name === 'string') return [name];
  if ('newer' in name) return oldQueryNames ? [] : [name.newer];
  return newQueryNames ? [] : [name.older];
}

function isSame(sent: string, name: string): boolean {
  return sent.toLowerCase() === name.toLowerCase();
}

/** A whole number in the path; 400 that names it when it is none. */
export function idParam(c: RequestContext, name: string): number {
  const sent = c.req.param(name) ?? '';
  const id = parseInteger(sent);
  if (id === undefined)
    throw invalid(name, `The value '${sent}' is not valid.`);
  return id;
}
