import type { RouteObject } from 'react-router-dom';
import { Outlet } from 'react-router-dom';

import { LeaveGuard } from '@/app/session/leave-guard';

/** Pages inside as much of the shell as an editor needs: it asks before leaving. */
export function guarded(children: RouteObject[]): RouteObject[] {
  return [{ element: <Frame />, children }];
}

function Frame() {
  return (
    <>
      <Outlet />
      <LeaveGuard />
    </>
  );
}
