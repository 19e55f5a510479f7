import { config } from '@/config';
import { isWhole } from '@/db/cache';
import { databases } from '@/db/open';
import type { Observer, ObserverInput } from '@/domain/observers/observer';
import { phoneKey } from '@/domain/phone';

import { deleteObservers } from './change-observers';

/**
 * The ids of all observers that the server has; undefined while the cached list has
 * gaps: then nobody can tell later who was added.
 */
export async function knownObserverIds(): Promise<
  ReadonlySet<number> | undefined
> {
  const { cache } = databases();
  return cache.transaction('r', ['observers', 'cursors'], async () => {
    const cursor = await cache.cursors.get('observers');
    if (!isWhole(cursor)) return undefined;
    return new Set(await cache.observers.toCollection().primaryKeys());
  });
}

/**
 * The observers that an import added, once the list was read again.
 * @param before the ids that were there before it.
 * @returns undefined when these are not just those that were sent: others added some
 * at the same time.
 */
export async function findImported(
  sent: readonly ObserverInput[],
  before: ReadonlySet<number>,
): Promise<Observer[] | undefined> {
  const rows = await databases().cache.observers.toArray();
  const added = rows.filter(({ id }) => !before.has(id));
  const keys = (list: readonly ObserverInput[]) =>
    list
      .map(
        ({ phone, name }) => `${phoneKey(phone, config.phoneCountry)} ${name}`,
      )
      .toSorted();
  const [one, other] = [keys(added), keys(sent)];
  return one.length === other.length &&
    one.every((key, at) => key === other[at])
    ? added
    : undefined;
}

/**
 * Takes an import back: enqueues the deletion of each observer that it added, of all
 * or of none.
 * @returns how many are not as they were imported any more, or have reports: then
 * nothing is deleted.
 */
export async function undoImport(
  imported: readonly Observer[],
): Promise<{ changed: number }> {
  const { observers } = databases().cache;
  const rows = await observers.bulkGet(imported.map(({ id }) => id));
  const changed = imported.filter(({ name, phone }, at) => {
    const row = rows[at];
    return (
      row === undefined ||
      row.name !== name ||
      row.phone !== phone ||
      row.numberOfNotes + row.numberOfPollingStations > 0
    );
  });
  if (changed.length > 0) return { changed: changed.length };
  await deleteObservers(imported);
  return { changed: 0 };
}
