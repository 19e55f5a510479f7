import { breathe } from './db/breathe';

/** Rows of an import that are looked at in one go: some 20 ms, on a busy computer 80. */
const SLICE = 1_000;

/**
 * Calls `work` with one slice of `items` after the other, and gives other requests a turn
 * after each: the largest import that is taken keeps the thread busy for seconds.
 */
export async function inSlices<T>(
  items: readonly T[],
  work: (slice: readonly T[]) => void | Promise<void>,
): Promise<void> {
  for (let start = 0; start < items.length; start += SLICE) {
    await work(items.slice(start, start + SLICE));
    await breathe();
  }
}

/** What `change` makes of each item, in their order, in slices. */
export async function mapInSlices<T, R>(
  items: readonly T[],
  change: (item: T) => R,
): Promise<R[]> {
  const changed: R[] = [];
  await inSlices(items, (slice) => {
    for (const item of slice) changed.push(change(item));
  });
  return changed;
}
