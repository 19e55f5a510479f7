/** What a route tells the shell about itself. */
export interface RouteHandle {
  /** Translation key of the document's title. */
  title: string;
  /** Routes of one name are one screen under several paths. */
  screen?: string | undefined;
  /** Loads the chunk of the screen. */
  load?: (() => Promise<void>) | undefined;
  /** Reads what the screen begins with, for a moment in which the one before stays. */
  prepare?: (() => Promise<void>) | undefined;
}

/** Whether a route says something about itself. */
export function isRouteHandle(handle: unknown): handle is RouteHandle {
  return typeof handle === 'object' && handle !== null && 'title' in handle;
}
