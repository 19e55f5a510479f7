import { useMatches } from 'react-router-dom';

/** What a route tells the shell about itself. */
export interface RouteHandle {
  /** Translation key of the document's title. */
  title: string;
  /** Routes of one name are one screen under several paths. */
  screen?: string | undefined;
}

/** What the present route tells about itself; undefined on one that leads elsewhere. */
export function useRouteHandle(): RouteHandle | undefined {
  const handle = useMatches().at(-1)?.handle;
  return isRouteHandle(handle) ? handle : undefined;
}

function isRouteHandle(handle: unknown): handle is RouteHandle {
  return typeof handle === 'object' && handle !== null && 'title' in handle;
}
