import type { MouseEvent } from 'react';
import {
  createContext,
  startTransition,
  use,
  useEffect,
  useLayoutEffect,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import type { RouteObject } from 'react-router-dom';
import {
  createPath,
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

/** A screen that is not prepared after so long is drawn all the same, in ms. */
const PREPARED_WITHIN_MS = 250;

/**
 * Draws the route of the address. The previous screen stays while the code of the
 * next one is loaded, and for a moment while it is prepared.
 */
export function AppRouter({ routes }: AppRouterProps) {
  const [history] = useState(createAppHistory);
  const [navigation] = useState({ history, routes });
  const [position, setPosition] = useState(history.position);
  useLayoutEffect(() => {
    let newest = history.position();
    return history.listen((next, isAtOnce) => {
      const { pathname } = next.location;
      const isOther = pathname !== newest.location.pathname;
      const prepare = isOther ? handleAt(routes, pathname)?.prepare : undefined;
      newest = next;
      const draw = () => {
        if (newest === next) startTransition(() => setPosition(next));
      };
      if (isAtOnce) flushSync(() => setPosition(next));
      else if (prepare) void soon(prepare()).then(draw);
      else draw();
    });
  }, [history, routes]);
  useEffect(() => prepareAhead(routes), [routes]);
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

/**
 * Prepares another screen when the pointer or the focus comes to a link to it: a step
 * there is likely. What fails is tried again by the step. Returns the undo.
 */
function prepareAhead(routes: RouteObject[]): () => void {
  const listen = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link?.origin !== location.origin) return;
    if (link.pathname === location.pathname) return;
    handleAt(routes, link.pathname)
      ?.prepare?.()
      .catch(() => {});
  };
  addEventListener('pointerover', listen);
  addEventListener('focusin', listen);
  return () => {
    removeEventListener('pointerover', listen);
    removeEventListener('focusin', listen);
  };
}

/** Settles with what is prepared, or when that takes too long; the screen says itself what failed. */
async function soon(prepared: Promise<void>): Promise<void> {
  const late = new Promise<void>((resolve) => {
    setTimeout(resolve, PREPARED_WITHIN_MS);
  });
  await Promise.race([prepared.catch(() => {}), late]);
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

/** Each path is asked for once: it is asked for again and again while it is shown. */
const handles = new WeakMap<
  RouteObject[],
  Map<string, RouteHandle | undefined>
>();

/** What the route of a path tells about itself. */
export function handleAt(
  routes: RouteObject[],
  path: string,
): RouteHandle | undefined {
  const known =
    handles.get(routes) ?? new Map<string, RouteHandle | undefined>();
  handles.set(routes, known);
  if (!known.has(path)) {
    const handle: unknown = matchRoutes(routesNear(routes, path), path)?.at(-1)
      ?.route.handle;
    known.set(path, isRouteHandle(handle) ? handle : undefined);
  }
  return known.get(path);
}

function useNavigation(): Navigation {
  const navigation = use(NavigationContext);
  if (!navigation) throw new Error('Outside of the router');
  return navigation;
}

function Screen({ routes }: AppRouterProps) {
  const { pathname } = useLocation();
  return useRoutes(routesNear(routes, pathname));
}

const nearRoutes = new WeakMap<RouteObject[], Map<string, RouteObject[]>>();

/**
 * The routes whose paths begin like this one, the same objects each time. The library
 * ranks all routes that it is given in each step: 2 to 4 ms of a step from thread to
 * thread in profiles.
 */
function routesNear(routes: RouteObject[], path: string): RouteObject[] {
  const first = firstPart(path);
  const known = nearRoutes.get(routes) ?? new Map<string, RouteObject[]>();
  nearRoutes.set(routes, known);
  const near = known.get(first) ?? routesAt(routes, first);
  known.set(first, near);
  return near;
}

function routesAt(routes: RouteObject[], first: string): RouteObject[] {
  return routes.flatMap((route): RouteObject[] => {
    const { path, children } = route;
    if (children) return [{ ...route, children: routesAt(children, first) }];
    const own = firstPart(path ?? '');
    return own === first || /^[:*]/.test(own) ? [route] : [];
  });
}

/** Routes are found in any casing. */
function firstPart(path: string): string {
  return /^\/?([^/]*)/.exec(path)?.[1]?.toLowerCase() ?? '';
}

/**
 * Draws a link of the component library whose click is a step: no page load. The link of
 * the router's package is drawn again with each change of the address
 * (docs/decisions/0107-a-link-does-not-follow-the-address.md).
 */
function RouterLink({ href, onClick, children, ...rest }: LinkProps) {
  const { history } = useNavigation();
  function handleClick(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    if (event.defaultPrevented || isForTheBrowser(event)) return;
    event.preventDefault();
    const { pathname, search, hash } = event.currentTarget;
    const target = { pathname, search, hash };
    const isHere =
      createPath(target) === createPath(history.position().location);
    // As in the browser, a link to the page itself adds no step back.
    if (isHere) history.replace(target);
    else history.push(target);
  }
  return (
    <a {...rest} href={href} onClick={handleClick}>
      {children}
    </a>
  );
}

/** A new tab, a new window, a download, or another button of the mouse. */
function isForTheBrowser(event: MouseEvent): boolean {
  const { button, metaKey, ctrlKey, shiftKey, altKey } = event;
  return button !== 0 || metaKey || ctrlKey || shiftKey || altKey;
}
