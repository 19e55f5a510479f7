import { StalePage } from '@/app/update/stale-page';

import { loadable } from './loadable';

export const loadSignedIn = () => import('@/app/session/signed-in');

/**
 * Router, databases and screens: the sign-in form never waits for them. There is
 * no router yet that could show its error page.
 */
export const SignedInPart = loadable(
  async () => (await loadSignedIn()).SignedIn,
  StalePage,
);
