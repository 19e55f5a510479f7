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

/**
 * Does something when the network comes back.
 *
 * @param isWaiting whether there is something to do then.
 * @param onBack called once for each return.
 */
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
