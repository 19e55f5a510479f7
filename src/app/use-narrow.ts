import { useSyncExternalStore } from 'react';

// The same step as in tokens.css.
const query = '(max-width: 767px)';

/** Whether the window is as narrow as a phone: the account moves into the menu. */
export function useNarrow(): boolean {
  return useSyncExternalStore(listen, () => matchMedia(query).matches);
}

function listen(onChange: () => void): () => void {
  const media = matchMedia(query);
  media.addEventListener('change', onChange);
  return () => media.removeEventListener('change', onChange);
}
