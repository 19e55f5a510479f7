import { lazy } from 'react';

import { StalePage } from '@/app/update/stale-page';

/** The page of a link for a PIN, which staff never need: it has a chunk of its own. */
export const PinPart = lazy(async () => {
  const load = import('@/app/session/pin-link').then(({ PinLink }) => PinLink);
  // There is no router that could show its error page.
  return { default: await load.catch(() => StalePage) };
});
