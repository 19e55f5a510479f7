import { useEffect } from 'react';

import type { Databases } from '@/db/open';
import { areCurrent, databases } from '@/db/open';

import { useLive } from './use-live';

/** Results of live reads that go on now, for components that are mounted meanwhile. */
export interface SharedReads<T> {
  /** Offers a result until the undo is called: one that nobody keeps live may be old. */
  share(key: string, value: T): () => void;
  /** The newest result that is offered; none once the databases are closed: a late render may ask. */
  find(key: string): T | undefined;
}

export function createSharedReads<T>(): SharedReads<T> {
  // Of the databases it was read from: another user has others.
  const offers = new Map<string, { from: Databases; value: T }[]>();
  return {
    share(key, value) {
      const offer = { from: databases(), value };
      offers.set(key, [...(offers.get(key) ?? []), offer]);
      return () => {
        const left = offers.get(key)?.filter((each) => each !== offer) ?? [];
        if (left.length > 0) offers.set(key, left);
        else offers.delete(key);
      };
    },
    find(key) {
      const offer = offers.get(key)?.at(-1);
      return offer && areCurrent(offer.from) ? offer.value : undefined;
    },
  };
}

/**
 * A live read that begins with the result of another one of the same key, where
 * one goes on: then the first commit has it.
 */
export function useSharedLive<T>(
  reads: SharedReads<T>,
  key: string,
  read: () => Promise<T>,
): T | undefined {
  const own = useLive(key, read);
  useEffect(
    () => (own === undefined ? undefined : reads.share(key, own)),
    [reads, key, own],
  );
  return own ?? reads.find(key);
}
