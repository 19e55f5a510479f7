import { stable } from '@/domain/outbox/fingerprint';

/** Longest name of a saved view, in characters. */
export const VIEW_NAME_MAX = 60;

/** A named filter of the answers. */
export interface SavedView {
  /** A UUID. */
  id: string;
  name: string;
  /** Query of the address that it opens, without `?` and without a page. */
  query: string;
  /** It stands beside Urgent and All. */
  isPinned: boolean;
  /** Place among the views, smallest first; equal ones by id. */
  order: number;
  /** Epoch ms of the last change on any device. */
  changedAt: number;
  /** Kept, so that a file from another device does not bring it back. */
  isDeleted?: boolean | undefined;
}

/**
 * Merges what two devices know of the views: of one view the later change counts,
 * and of changes of one moment the deletion. The order of merging does not matter.
 */
export function mergeViews(
  one: readonly SavedView[],
  other: readonly SavedView[],
): SavedView[] {
  const views = new Map<string, SavedView>();
  for (const view of [...one, ...other]) {
    const known = views.get(view.id);
    if (!known || isLater(view, known)) views.set(view.id, view);
  }
  return [...views.values()];
}

/** A total order, so that two devices agree. */
function isLater(view: SavedView, than: SavedView): boolean {
  if (view.changedAt !== than.changedAt) return view.changedAt > than.changedAt;
  const isDeleted = view.isDeleted === true;
  if (isDeleted !== (than.isDeleted === true)) return isDeleted;
  return stable(view) > stable(than);
}

/** Whether a view can be stored, of a form as of a file from another device. */
export function isSavedView(value: unknown): value is SavedView {
  if (typeof value !== 'object' || value === null) return false;
  const view: Partial<Record<keyof SavedView, unknown>> = value;
  const { id, name, query, isPinned, order, changedAt, isDeleted } = view;
  return (
    typeof id === 'string' &&
    id !== '' &&
    typeof name === 'string' &&
    name.trim() !== '' &&
    [...name].length <= VIEW_NAME_MAX &&
    typeof query === 'string' &&
    typeof isPinned === 'boolean' &&
    Number.isFinite(order) &&
    Number.isSafeInteger(changedAt) &&
    (isDeleted === undefined || typeof isDeleted === 'boolean')
  );
}

/** The views that are there, in their order. */
export function shownViews(views: readonly SavedView[]): SavedView[] {
  return views
    .filter(({ isDeleted }) => isDeleted !== true)
    .sort((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1));
}

/** Whether another view has this name, in any casing. @param id of the view itself. */
export function isNameTaken(
  views: readonly Pick<SavedView, 'id' | 'name'>[],
  name: string,
  id?: string,
): boolean {
  const wanted = name.trim().toLocaleLowerCase();
  return views.some(
    (view) => view.id !== id && view.name.trim().toLocaleLowerCase() === wanted,
  );
}
