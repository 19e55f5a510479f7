import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useMatches } from 'react-router-dom';

/** What a route tells the shell about itself. */
export interface RouteHandle {
  /** Translation key of the document's title. */
  title: string;
  /** Routes of one name are one screen under several paths. */
  screen?: string | undefined;
  /** Loads the chunk of the screen. */
  load?: (() => Promise<void>) | undefined;
}

/** Keeps the document's title in step with the route and the language. */
export function usePageTitle(): void {
  const { t } = useTranslation();
  const { search } = useLocation();
  const key = useMatches()
    .map(({ handle }) => handle)
    .findLast(isRouteHandle)?.title;
  // One route, two lists: the flag in the address says which
  // (docs/specification.md 2).
  const isUrgent =
    key === 'shell.titles.answers' &&
    new URLSearchParams(search).get('urgente') === 'true';
  const title = isUrgent ? 'shell.titles.urgent' : key;

  useEffect(() => {
    const app = t('common.appName');
    document.title = title === undefined ? app : `${t(title)} · ${app}`;
  }, [t, title]);
}

/** Whether a route says something about itself. */
export function isRouteHandle(handle: unknown): handle is RouteHandle {
  return typeof handle === 'object' && handle !== null && 'title' in handle;
}
