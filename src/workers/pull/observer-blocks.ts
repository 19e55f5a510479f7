import type { CacheDatabase } from '@/db/cache';
import type { KnownObserver } from '@/domain/coverage/observer-block';
import { blockOf, putIntoBlocks } from '@/domain/coverage/observer-block';

/**
 * Brings the blocks of written and deleted observers up to date. Call inside the
 * commit that writes them, with `observerBlocks` among its tables.
 */
export async function changeBlocks(
  { observerBlocks }: CacheDatabase,
  written: readonly KnownObserver[],
  goneIds: readonly number[] = [],
): Promise<void> {
  const ids = [...written.map(({ id }) => id), ...goneIds];
  const stored = await observerBlocks.bulkGet([...new Set(ids.map(blockOf))]);
  const changed = putIntoBlocks(
    stored.filter((row) => row !== undefined),
    written,
    goneIds,
  );
  const isEmpty = ({ people }: (typeof changed)[number]) => people.length === 0;
  await observerBlocks.bulkPut(changed.filter((row) => !isEmpty(row)));
  const gone = changed.filter(isEmpty).map(({ block }) => block);
  if (gone.length > 0) await observerBlocks.bulkDelete(gone);
}
