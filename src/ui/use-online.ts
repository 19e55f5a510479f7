import { useEffect, useRef, useSyncExternalStore } from 'react';

/** The browser's word on the network. Its "no" is sure; its "yes" proves nothing. */
export function useOnline(): boolean {
  return useSyncExternalStore(listen, () => navigator.onLine);
}

function listen(onChange: () => void): () => void {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}

/** Calls `onBack` once for each return of the network while `isWaiting`. */
export function useBackOnline(isWaiting: boolean, onBack: () => void): void {
  const latest = useRef(onBack);
  useEffect(() => {
    latest.current = onBack;
  });
  useEffect(() => {
    if (!isWaiting) return undefined;
    const handleOnline = () => latest.current();
    window.addEventListener('online', handleOnline);
    return () => window.removeEventListener('online', handleOnline);
  }, [isWaiting]);
}
