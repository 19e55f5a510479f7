import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useSnapshot } from 'valtio';

import type { Pull } from '@/data/live/use-pull';
import { preferences } from '@/state/preferences';

/** The two tabs of the list. */
type FormTab = 'public' | 'draft';

/**
 * The tab in the address; an address without one shows the tab that was shown
 * last (docs/specification.md 4).
 */
export function useFormTab(): FormTab {
  const [search] = useSearchParams();
  const { formTab } = useSnapshot(preferences);
  const tab = tabIn(search) ?? formTab;
  useEffect(() => {
    preferences.formTab = tab;
  }, [tab]);
  return tab;
}

/**
 * Toggling the tab loads the list again (docs/specification.md 2); the first
 * load is the pull's own.
 */
export function useTabPull(pull: Pull, tab: FormTab): Pull {
  const { retry } = pull;
  const shown = useRef(tab);
  useEffect(() => {
    if (shown.current === tab) return;
    shown.current = tab;
    retry();
  }, [tab, retry]);
  return pull;
}

/** The tab that an address asks for; undefined when it asks for none. */
function tabIn(search: URLSearchParams): FormTab | undefined {
  const draft = search.get('draft');
  if (draft === 'true') return 'draft';
  return draft === 'false' ? 'public' : undefined;
}
