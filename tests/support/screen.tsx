import { cleanup, render } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import type { NavigateFunction, RouteObject } from 'react-router-dom';
import { Outlet, useNavigate } from 'react-router-dom';
import { beforeEach, vi } from 'vitest';

import { AppRouter } from '@/app/navigation/app-router';
import { databases, deleteDatabases, openFor } from '@/db/open';
import { session } from '@/state/session';
import { Toaster } from '@/ui/overlay/toaster';
import { TextsProvider } from '@/ui/texts';

import { anActor, aUser } from './builders';
import { speak } from './texts';

/** Drawn where a test only asserts that another page was opened. */
export const elsewhere: RouteObject = { path: '*', element: <p>elsewhere</p> };

/**
 * The stage of every test that draws a page: before each test fresh databases
 * of a signed-in organizer, and the app's real texts. Call it above the
 * `beforeEach` that fills the databases.
 */
export function prepareScreen(routes: RouteObject[]) {
  beforeEach(async () => {
    localStorage.clear();
    await speak('ro');
    await deleteDatabases(anActor);
    openFor(anActor);
    signInAs(true);
    return () => {
      cleanup();
      toast.remove();
      vi.restoreAllMocks();
      vi.unstubAllGlobals();
      databases().cache.close();
      databases().intent.close();
      openFor({ ...anActor, sub: 'nobody' });
    };
  });
  return { open: (at = '/', own = routes) => openScreen(own, at) };
}

/** Another role for the rest of a test; before it opens its page. */
export function signInAs(organizer: boolean, idNgo = anActor.idNgo): void {
  const user = aUser({ organizer, idNgo });
  Object.assign(session, { token: 'a.b.c', user });
}

function openScreen(routes: RouteObject[], at: string) {
  history.replaceState(null, '', at);
  let navigate: NavigateFunction | undefined;
  function Steps() {
    navigate = useNavigate();
    return null;
  }
  const stage = (
    <>
      <Steps />
      <Outlet />
    </>
  );
  const { unmount } = render(
    <TextsProvider>
      <AppRouter routes={[{ element: stage, children: routes }]} />
      <Toaster closeLabel="Închide" />
    </TextsProvider>,
  );
  return {
    unmount,
    /** Path and query; the query without percent signs. */
    address: () => location.pathname + decodeURIComponent(location.search),
    /** As a link does. */
    go: (to: string) => void navigate?.(to),
    /** As the buttons of the browser do. */
    back: () => history.back(),
    forward: () => history.forward(),
  };
}
