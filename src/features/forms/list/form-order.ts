import { moveBefore } from '@/domain/forms/editing';

interface Row {
  id: number;
}

/**
 * Rows in the order of this device (docs/specification.md 2); those it does not
 * know stay in the server's order, after the others.
 */
export function inLocalOrder<T extends Row>(
  rows: readonly T[],
  order: readonly number[],
): T[] {
  const places = new Map(order.map((id, place) => [id, place]));
  const placeOf = ({ id }: T) => places.get(id) ?? order.length;
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/**
 * The ids of all forms after a row was put before another one: those on screen
 * (`shown`) first, then those of the other tab.
 */
export function orderAfterMove(
  shown: readonly Row[],
  order: readonly number[],
  id: number,
  beforeId: number | undefined,
): number[] {
  const moved = moveBefore([...shown], id, beforeId).map((row) => row.id);
  const others = order.filter((each) => !moved.includes(each));
  return [...moved, ...others];
}

/** The row before which a step up (-1) or down (1) puts a row; null: it cannot move. */
export function neighbourOf(
  shown: readonly Row[],
  id: number,
  by: -1 | 1,
): number | undefined | null {
  const at = shown.findIndex((row) => row.id === id);
  const isAtEdge = at === -1 || shown[at + by] === undefined;
  return isAtEdge ? null : shown[by === -1 ? at - 1 : at + 2]?.id;
}
