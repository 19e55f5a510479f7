import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

import { useRouteHandle } from '@/app/navigation/route-handle';
import { useTranslation } from '@/ui/texts';

/** Keeps the document's title in step with the route and the language. */
export function usePageTitle(): void {
  const { t } = useTranslation();
  const { search } = useLocation();
  const key = useRouteHandle()?.title;
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
