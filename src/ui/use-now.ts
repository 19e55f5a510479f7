import { useSyncExternalStore } from 'react';

const MINUTE_MS = 60_000;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * The beginning of the current minute, in epoch ms; the component draws again
 * when the minute is over. One timer serves every age on the screen.
 */
export function useNow(): number {
  return useSyncExternalStore(subscribe, currentMinute);
}

/** The same for who draws nothing. */
export function currentMinute(): number {
  return Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) arm();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearTimeout(timer);
    timer = undefined;
  };
}

function arm(): void {
  timer = setTimeout(
    () => {
      arm();
      for (const listener of listeners) listener();
    },
    MINUTE_MS - (Date.now() % MINUTE_MS),
  );
}
