import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

import { paths } from '@/paths';

/** Filter, order and page that the list had when it was left. */
let lastSearch = '';

/** Remembers how the list is shown, for those who come back to it. */
export function useRememberList(): void {
  const { search } = useLocation();
  useEffect(() => {
    lastSearch = search;
  }, [search]);
}

/**
 * Goes to the list, as it was left (docs/specification.md 2: Save and Cancel).
 */
export function useGoToList(): () => void {
  const navigate = useNavigate();
  return () => void navigate(paths.observers + lastSearch);
}
