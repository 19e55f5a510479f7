import { stable } from '@/domain/outbox/fingerprint';

/**
 * What two logs know together, each item once, newest first. For items that are
 * never changed and have no id: all of their content is their identity. The same in
 * any order of merging, so that files between devices may come late or twice.
 * @param timeOf epoch ms of an item.
 */
export function unionNewestFirst<T>(
  one: readonly T[],
  other: readonly T[],
  timeOf: (item: T) => number,
): T[] {
  const items = new Map([...one, ...other].map((item) => [stable(item), item]));
  return [...items]
    .sort(
      ([a, left], [b, right]) =>
        timeOf(right) - timeOf(left) || (a < b ? 1 : -1),
    )
    .map(([, item]) => item);
}
