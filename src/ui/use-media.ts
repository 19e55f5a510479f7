import { useCallback, useSyncExternalStore } from 'react';

/** As narrow as a phone. The same step as in tokens.css. */
export const PHONE = '(max-width: 767px)';

/** No room for every column of a table: a phone, or a tablet held upright. */
export const UPRIGHT = '(max-width: 1023px)';

/** Whether a media query matches now; the component is drawn again when that changes. */
export function useMedia(query: string): boolean {
  const listen = useCallback(
    (onChange: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', onChange);
      return () => media.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(listen, () => matchMedia(query).matches);
}
