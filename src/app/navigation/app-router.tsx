import {
  createContext,
  startTransition,
  use,
  useLayoutEffect,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import type { RouteObject } from 'react-router-dom';
import {
  Link,
  matchRoutes,
  Router,
  useLocation,
  useRoutes,
} from 'react-router-dom';

import type { LinkProps } from '@/ui/link';
import { LinkRenderer } from '@/ui/link';

import type { AppHistory } from './history';
import { createAppHistory } from './history';
import { PageBoundary } from './page-boundary';
import type { RouteHandle } from './route-handle';
import { isRouteHandle } from './route-handle';

interface Navigation {
  history: AppHistory;
  routes: RouteObject[];
}

const NavigationContext = createContext<Navigation | undefined>(undefined);

interface AppRouterProps {
  /** The same for as long as the router is on the page. */
  routes: RouteObject[];
}

/**
 * Draws the route of the address. The previous screen stays while the code of the
 * next one is loaded.
 */
export function AppRouter({ routes }: AppRouterProps) {
  const [history] = useState(createAppHistory);
  const [navigation] = useState({ history, routes });
  const [position, setPosition] = useState(history.position);
  useLayoutEffect(
    () =>
      history.listen((next, isAtOnce) => {
        if (isAtOnce) flushSync(() => setPosition(next));
        else startTransition(() => setPosition(next));
      }),
    [history],
  );
  return (
    <NavigationContext value={navigation}>
      <LinkRenderer value={RouterLink}>
        <Router
          navigator={history}
          location={position.location}
          navigationType={position.action}
        >
          <PageBoundary>
            <Screen routes={routes} />
          </PageBoundary>
        </Router>
      </LinkRenderer>
    </NavigationContext>
  );
}

/** What steps are taken with; for who asks before one. */
export function useAppHistory(): AppHistory {
  return useNavigation().history;
}

/** What the present route tells the shell about itself. */
export function useRouteHandle(): RouteHandle | undefined {
  const { routes } = useNavigation();
  const { pathname } = useLocation();
  return handleAt(routes, pathname);
}

/** What the route of a path tells about itself. */
export function handleAt(
  routes: RouteObject[],
  path: string,
): RouteHandle | undefined {
  const handle: unknown = matchRoutes(routes, path)?.at(-1)?.route.handle;
  return isRouteHandle(handle) ? handle : undefined;
}

function useNavigation(): Navigation {
  const navigation = use(NavigationContext);
  if (!navigation) throw new Error('Outside of the router');
  return navigation;
}

function Screen({ routes }: AppRouterProps) {
  return useRoutes(routes);
}

/** Draws a link of the component library through the router: no page load. */
function RouterLink({ href, children, ...rest }: LinkProps) {
  return (
    <Link {...rest} to={href}>
      {children}
    </Link>
  );
}
