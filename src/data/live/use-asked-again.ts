import { liveQuery } from 'dexie';
import { useEffect, useEffectEvent, useRef } from 'react';

import { SWEEP_EVERY_MS } from '@/config';
import { databases } from '@/db/open';
import type { Failure, FailureKind } from '@/domain/outbox/outcome';
import { pauseAfter } from '@/domain/pause-after';

/** What may be over once the server is reached again; other answers would be the same. */
const PASSING: ReadonlySet<FailureKind> = new Set([
  'offline',
  'timeout',
  'unreadable',
  'busy',
  'server',
]);

/**
 * Asks again by itself after a failure that may pass, once the server is reached
 * again. What then fails again and again is asked for after growing pauses.
 * @param isAsking a request is under way. @param failure of the last one.
 */
export function useAskedAgain(
  isAsking: boolean,
  failure: Failure | undefined,
  ask: () => void,
): void {
  const began = useRef(0);
  const tries = useRef(0);
  const askAgain = useEffectEvent(() => {
    tries.current += 1;
    ask();
  });

  useEffect(() => {
    if (isAsking) {
      began.current = Date.now();
      return undefined;
    }
    if (failure === undefined) tries.current = 0;
    if (!failure || !PASSING.has(failure.kind)) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const watch = liveQuery(readConnection).subscribe({
      next(connection) {
        if (connection?.state !== 'online') return;
        // Also when it was reached while the page had not learnt of the failure yet.
        if (connection.since <= began.current) return;
        clearTimeout(timer);
        timer = setTimeout(() => askAgain(), pauseOf(tries.current));
      },
      // Closed: there is nothing to ask for any more.
      error() {},
    });
    return () => {
      watch.unsubscribe();
      clearTimeout(timer);
    };
  }, [isAsking, failure]);
}

async function readConnection() {
  const row = await databases().cache.meta.get('connection');
  return row?.k === 'connection' ? row.v : undefined;
}

/** Ms, by how often it was asked in vain: at once the first time. */
function pauseOf(tries: number): number {
  return tries === 0 ? 0 : pauseAfter(tries, SWEEP_EVERY_MS);
}
