import { Dexie, liveQuery } from 'dexie';

/**
 * However fast rows come in, a query begins again only so long after it last
 * began, in ms: a hundred changes leave in seconds, and each touches several rows.
 */
export const REST_MS = 150;

/** What a hook or a watcher can subscribe to. */
export interface PacedQuery<T> {
  /** False before the first subscriber. */
  hasValue(): boolean;
  subscribe(
    onNext: (value: T) => void,
    onError?: (error: unknown) => void,
  ): { unsubscribe(): void };
}

/**
 * A live query that rests between two reads. Dexie's own begins anew with each
 * write that concerns it, and in a storm of writes these reads hold up the
 * writer. As with Dexie, a result is dropped when its
 * rows were written to during the read: it may be half old and half new.
 * @param read only awaits the databases.
 */
export function pacedQuery<T>(read: () => Promise<T>): PacedQuery<T> {
  return {
    hasValue: () => false,
    subscribe(onNext, onError) {
      let turn = 0;
      let beganAt = Number.NEGATIVE_INFINITY;
      // Only a promise of Dexie keeps the zone in which it notes what is read.
      const rest = (ms: number) =>
        new Dexie.Promise<void>((resolve) => {
          setTimeout(resolve, ms);
        });
      return liveQuery(async () => {
        turn += 1;
        const mine = turn;
        const left = beganAt + REST_MS - performance.now();
        if (left > 0) await rest(left);
        // Begun anew meanwhile: nobody waits for this one any more.
        if (mine !== turn) return undefined;
        beganAt = performance.now();
        return { value: await read() };
      }).subscribe({
        next: (result) => {
          if (result) onNext(result.value);
        },
        error: (error) => onError?.(error),
      });
    },
  };
}
