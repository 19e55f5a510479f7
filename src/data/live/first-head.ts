import { useSyncExternalStore } from 'react';

import type { FirstHead } from '@/domain/answers/first-head';

let current: FirstHead | undefined;
const listeners = new Set<() => void>();

/** Shows it until the cache has the list; undefined takes it away. */
export function shareFirstHead(head: FirstHead | undefined): void {
  current = head;
  for (const listener of listeners) listener();
}

export function useFirstHead(): FirstHead | undefined {
  return useSyncExternalStore(subscribe, () => current);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
