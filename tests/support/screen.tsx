import { cleanup, render } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import type { NavigateFunction, RouteObject } from 'react-router-dom';
import { createBrowserRouter, Outlet, useNavigate } from 'react-router-dom';
import { useEffect } from 'react';
import { beforeEach, vi } from 'vitest';

import { RouterView } from '@/app/navigation/router-view';
import { ErrorPage } from '@/app/shell/pages/error-page';
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
    // It must not follow the address of the next test.
    useEffect(() => () => router.dispose(), []);
    return null;
  }
  const stage = (
    <>
      <Steps />
      <Outlet />
    </>
  );
  const router = createBrowserRouter([
    { element: stage, errorElement: <ErrorPage />, children: routes },
  ]);
  const { unmount } = render(
    <TextsProvider>
      <RouterView router={router} />
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
