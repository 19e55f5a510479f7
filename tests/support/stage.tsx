import { cleanup, configure, render } from '@testing-library/react';
import type { RouteObject } from 'react-router-dom';
import { createMemoryRouter, Link, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach } from 'vitest';

import { databases, deleteDatabases, openFor } from '@/db/open';
import { session } from '@/state/session';
import type { LinkProps } from '@/ui/link';
import { LinkRenderer } from '@/ui/link';
import { Toaster } from '@/ui/overlay/toaster';

import { anActor } from './builders';
import { speak } from './texts';

// The databases answer in their own time, and the machine may be busy.
configure({ asyncUtilTimeout: 8000 });

function RouterLink({ href, ...rest }: LinkProps) {
  return <Link to={href ?? ''} {...rest} />;
}

/**
 * A stage for whole pages: fresh databases of a signed-in organizer before each
 * test, the app's real texts, links that use the router.
 */
export function prepareStage(): {
  open: (
    routes: RouteObject[],
    at: string,
  ) => ReturnType<typeof createMemoryRouter>;
} {
  beforeEach(async () => {
    await speak('ro');
    await deleteDatabases(anActor);
    openFor(anActor);
    session.token = 'token';
    session.user = {
      sub: anActor.sub,
      idNgo: anActor.idNgo,
      userType: 'NgoAdmin',
      organizer: true,
    };
  });
  afterEach(() => {
    cleanup();
    databases().cache.close();
    databases().intent.close();
    openFor({ ...anActor, sub: 'nobody' });
  });
  return {
    open(routes, at) {
      const router = createMemoryRouter(routes, { initialEntries: [at] });
      render(
        <LinkRenderer value={RouterLink}>
          <RouterProvider router={router} />
          <Toaster closeLabel="Închide" />
        </LinkRenderer>,
      );
      return router;
    },
  };
}
