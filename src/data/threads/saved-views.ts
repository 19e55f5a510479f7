import { guardUnload } from '@/data/device/unload-guard';
import { useFigures, useLive } from '@/data/live/use-live';
import { databases } from '@/db/open';
import { withRoom } from '@/db/reserve';
import { assertFreshBuild, assertNotPaused } from '@/db/writer';
import type { ThreadViewQuery } from '@/domain/answers/thread';
import type { SavedView } from '@/domain/views/saved-view';
import { isSavedView, shownViews } from '@/domain/views/saved-view';

import { readThreadRows } from './thread-rows';

/** The saved views in their order, live, without deleted ones. Undefined until read. */
export function useSavedViews(): readonly SavedView[] | undefined {
  return useLive('saved-views', readSavedViews);
}

export async function readSavedViews(): Promise<SavedView[]> {
  return shownViews(await databases().intent.views.toArray());
}

/**
 * Saves a view behind all others.
 * @param query of the address, without `?`. @param now epoch ms.
 * @throws when the device cannot store it: then nothing was saved.
 */
export function addView(
  { name, query }: Pick<SavedView, 'name' | 'query'>,
  now = Date.now(),
): Promise<void> {
  return write(async () => {
    const order = (await readSavedViews()).at(-1)?.order ?? 0;
    return [
      {
        id: crypto.randomUUID(),
        name: name.trim(),
        query,
        isPinned: false,
        order: order + 1,
        changedAt: now,
      },
    ];
  });
}

/**
 * Changes a view; a deleted one stays as a row, so that a file of another device does
 * not bring it back. Of two devices the later change counts: it is dated later than
 * what was seen.
 * @param now epoch ms. @throws when the device cannot store it.
 */
export function changeView(
  view: SavedView,
  change: Partial<Pick<SavedView, 'name' | 'isPinned' | 'isDeleted'>>,
  now = Date.now(),
): Promise<void> {
  return write(async () => {
    const known = await databases().intent.views.get(view.id);
    return [changed(known ?? view, change, now)];
  });
}

/**
 * Moves a view by places, `by` -1 or 1. All views are numbered anew: two devices may
 * have given one place twice.
 * @param now epoch ms. @throws when the device cannot store it.
 */
export function moveView(
  { id }: SavedView,
  by: -1 | 1,
  now = Date.now(),
): Promise<void> {
  return write(async () => {
    const views = await readSavedViews();
    const at = views.findIndex((view) => view.id === id);
    const view = views[at];
    const to = at + by;
    if (!view || to < 0 || to >= views.length) return [];
    const moved = views.toSpliced(at, 1).toSpliced(to, 0, view);
    return moved.flatMap((each, place) =>
      each.order === place + 1
        ? []
        : [{ ...changed(each, {}, now), order: place + 1 }],
    );
  });
}

function changed(
  view: SavedView,
  change: Partial<SavedView>,
  now: number,
): SavedView {
  return {
    ...view,
    ...change,
    changedAt: Math.max(now, view.changedAt + 1),
  };
}

async function write(next: () => Promise<SavedView[]>): Promise<void> {
  const { intent } = databases();
  assertNotPaused();
  await guardUnload(() =>
    withRoom(() =>
      intent.transaction('rw', intent.views, intent.meta, async () => {
        await assertFreshBuild(intent);
        const rows = await next();
        if (!rows.every(isSavedView)) throw new RangeError('Not a saved view');
        await intent.views.bulkPut(rows);
      }),
    ),
  );
}

/**
 * How many threads a view has, live: as the server answered, or counted in the cached
 * rows. Undefined until read, and while nobody knows: a list that is not whole has
 * more, and so may threads whose details are not cached.
 */
export function useViewCount(
  query: Pick<ThreadViewQuery, 'list' | 'filter'>,
): number | undefined {
  return useFigures(`view-count:${JSON.stringify(query)}`, async () => {
    const page = await readThreadRows({ ...query, page: 1, pageSize: 1 });
    const { total, source, asOf, cacheShare, unchecked } = page;
    const isKnown =
      asOf !== undefined &&
      unchecked === undefined &&
      (source === 'server' || cacheShare === undefined);
    return isKnown ? total : undefined;
  });
}
