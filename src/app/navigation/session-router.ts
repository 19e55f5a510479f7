import type { DataRouter } from 'react-router-dom';
import { createBrowserRouter } from 'react-router-dom';

import { createRoutes } from '@/app/routes';
import type { User } from '@/domain/user';

let current: { token: string; router: DataRouter } | undefined;

/**
 * The router of a session, the same until it is disposed of. It loads the screen of
 * the address at once, so it can be made before anything is drawn.
 */
export function routerOf(token: string, user: User): DataRouter {
  if (current?.token !== token) {
    current?.router.dispose();
    current = { token, router: createBrowserRouter(createRoutes(user)) };
  }
  return current.router;
}

/** The router does not follow the address any more. */
export function disposeRouter(router: DataRouter): void {
  router.dispose();
  if (current?.router === router) current = undefined;
}

/** Settles when the first screen is loaded, or when it is known why it cannot be. */
export async function whenFirstScreenIsLoaded({
  state,
  subscribe,
}: DataRouter): Promise<void> {
  if (state.initialized) return;
  await new Promise<void>((resolve) => {
    const stop = subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });
}
