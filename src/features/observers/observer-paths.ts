/** The list of observers. */
export const LIST_PATH = '/observatori';

/** Where a new observer is added. */
export const NEW_PATH = '/observatori/profil/new';

/** Where observers are imported from a file. */
export const IMPORT_PATH = '/observatori/import';

/** An observer's profile; it is found by phone (docs/specification.md 2). */
export function profilePath(state: 'view' | 'edit', phone: string): string {
  return `/observatori/profil/${state}/${encodeURIComponent(phone)}`;
}

/**
 * Where a notification to these observers is written (docs/specification.md 2).
 * Those that the server has not numbered yet cannot get one and are left out.
 */
export function notificationPath(ids: readonly number[]): string {
  const known = ids.filter((id) => id > 0);
  return `/notifications?toObserverIds=${encodeURIComponent(JSON.stringify(known))}`;
}
