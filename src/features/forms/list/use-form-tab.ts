import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useSnapshot } from 'valtio';

import { preferences } from '@/state/preferences';

import type { FormTab } from '@/features/forms/form-paths';
import { tabIn } from '@/features/forms/form-paths';

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
