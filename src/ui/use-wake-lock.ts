import { useEffect, useState } from 'react';

/**
 * Keeps the screen of the device on while the page is in sight.
 * @returns false where the browser refuses it: an old one, or one that saves power.
 */
export function useWakeLock(): boolean {
  const [isGranted, setGranted] = useState(true);
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let isOver = false;
    const keepOn = async () => {
      if (document.visibilityState !== 'visible') return;
      try {
        const next = await navigator.wakeLock.request('screen');
        if (isOver) await next.release();
        else lock = next;
        setGranted(true);
      } catch {
        setGranted(false);
      }
    };
    // The browser takes the lock away whenever the page is hidden.
    const listen = () => void keepOn();
    listen();
    document.addEventListener('visibilitychange', listen);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', listen);
      void lock?.release();
    };
  }, []);
  return isGranted;
}
