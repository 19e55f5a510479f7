import { useEffect, useState } from 'react';

/** A browser without a service worker, or one that keeps it from starting, does not wait longer. */
const AT_MOST_MS = 10_000;

/**
 * Whether the first screen is done, so that what it does without may be loaded: it is
 * drawn, and the service worker has the files. Once true, it stays.
 */
export function useQuiet(isDrawn: boolean): boolean {
  const [isQuiet, setQuiet] = useState(false);
  const isWaiting = isDrawn && !isQuiet;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const end = () => setQuiet(true);
    const timer = setTimeout(
      end,
      'serviceWorker' in navigator ? AT_MOST_MS : 0,
    );
    let isAsked = true;
    void navigator.serviceWorker?.ready.then(() => isAsked && end());
    return () => {
      isAsked = false;
      clearTimeout(timer);
    };
  }, [isWaiting]);
  return isQuiet;
}
