import { lazy } from 'react';

export const loadSignedIn = () => import('./signed-in');
const loadAnswers = () => import('@/features/answers/answers-page');
const loadProfile = () => import('@/features/observers/profile-page');
const loadOutbox = () => import('@/features/outbox/outbox-page');

export const AnswersPage = lazy(async () => ({
  default: (await loadAnswers()).AnswersPage,
}));
export const ProfilePage = lazy(async () => ({
  default: (await loadProfile()).ProfilePage,
}));
export const OutboxPage = lazy(async () => ({
  default: (await loadOutbox()).OutboxPage,
}));

/**
 * Begins to load what a signed-in start at `path` will show, beside settings and texts instead
 * of after them.
 */
export function preloadPages(path: string): void {
  const page = path.startsWith('/observatori/profil')
    ? loadProfile
    : path.startsWith('/outbox')
      ? loadOutbox
      : loadAnswers;
  for (const load of [loadSignedIn, page]) {
    load().catch(() => {
      // Whoever shows the page asks again, and has a place to say what is wrong.
    });
  }
}
