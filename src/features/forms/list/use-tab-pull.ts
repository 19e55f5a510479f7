import { useEffect, useRef } from 'react';

import type { Pull } from '@/data/live/use-pull';

import type { FormTab } from '@/features/forms/form-paths';

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
