import { paths } from '@/paths';

import { loadAnswers, loadOutbox, loadProfile } from './pages';

export const loadSignedIn = () => import('@/app/session/signed-in');

/**
 * Begins to load what a signed-in start at `path` will show, beside settings and texts instead
 * of after them.
 */
export function preloadPages(path: string): void {
  const page = path.startsWith(paths.profiles)
    ? loadProfile
    : path.startsWith(paths.outbox)
      ? loadOutbox
      : loadAnswers;
  for (const load of [loadSignedIn, page]) {
    load().catch(() => {
      // The page's own import tries again, and its error page says what is wrong.
    });
  }
}
