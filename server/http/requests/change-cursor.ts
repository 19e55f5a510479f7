import * as v from 'valibot';

import type { ChangeOrder } from '../../queries/change-order';
import { invalid, ProblemError } from '../problems/problem';

/** What a route with a cursor may refuse, for its description. */
export const CURSOR_REFUSALS = {
  410: 'The list began anew: read it from the beginning',
  503: 'The answers were restored by another program than this server',
};

const BEGUN_ANEW =
  'The list began anew since this cursor was given. Put away what was read, and read from the beginning, without a cursor.';
const FOREIGN =
  'The answers were restored by another program than this server, so their order is not known. docs/operations.md 7.5 says what to do.';

const number = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const id = v.pipe(number, v.maxValue(2_147_483_647));

/**
 * A place in a list that is ordered by transactions, and the state of that order, as
 * a text that says nothing to people.
 * @param place the number of a transaction, then ids.
 */
export function writeCursor(
  { name }: ChangeOrder,
  place: readonly number[],
): string {
  return Buffer.from(JSON.stringify([name, ...place])).toString('base64url');
}

/**
 * The place after all that can be read now; it stays where it is until something
 * changes.
 * @param ids how many follow the number of the transaction.
 */
export function endOf(
  { newest, safeBelow }: ChangeOrder,
  ids: number,
): number[] {
  return [Math.min(newest + 1, safeBelow), ...zeros(ids)];
}

/**
 * The place that a cursor names; without one, the place before all rows.
 * @param ids how many follow the number of the transaction.
 * @throws a 400 for a text that no page gave, a 410 where the order began anew since,
 * a 503 where nobody knows the order.
 */
export function readCursor(
  text: string | undefined,
  order: ChangeOrder,
  ids: number,
): number[] {
  if (order.newest >= order.next) throw new ProblemError(503, FOREIGN);
  if (text === undefined) return [0, ...zeros(ids)];
  const cursor = v.strictTuple([
    v.string(),
    number,
    ...Array.from({ length: ids }, () => id),
  ]);
  const found = v.safeParse(cursor, parse(text));
  if (!found.success) throw invalid('after', 'This is no cursor of this list.');
  const [name, changedIn, ...rest] = found.output;
  if (name !== order.name || changedIn > order.next) {
    throw new ProblemError(410, BEGUN_ANEW);
  }
  return [changedIn, ...rest];
}

/** Ids before all others. */
function zeros(ids: number): number[] {
  return Array.from({ length: ids }, () => 0);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return undefined;
  }
}
