import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

import type { Failure } from '@/domain/outbox/outcome';

import { useAskedAgain } from './use-asked-again';

type Result = { ok: true } | { ok: false; failure: Failure };

export interface Pull {
  /** A request is under way. */
  isPulling: boolean;
  /** Why the last one brought nothing. */
  failure?: Failure | undefined;
  /** Asks again. */
  retry: () => void;
}

/**
 * Asks for fresh rows when the screen opens and whenever `key` changes. A live
 * query reads the cached rows, so they show at once, also when this request fails.
 * It asks again by itself when the server is reached again.
 */
export function usePull(key: string, pull: () => Promise<Result>): Pull {
  const [isPulling, setPulling] = useState(true);
  const [failure, setFailure] = useState<Failure>();
  const latest = useRef(pull);
  const turn = useRef(0);

  useEffect(() => {
    latest.current = pull;
  });

  const ask = useCallback(async () => {
    turn.current += 1;
    const mine = turn.current;
    setPulling(true);
    const result = await latest.current();
    // A slower, older answer must not speak for a newer question.
    if (turn.current !== mine) return;
    setPulling(false);
    setFailure(result.ok ? undefined : result.failure);
  }, []);

  useEffect(() => {
    void ask();
    return () => {
      turn.current += 1;
    };
  }, [key, ask]);

  const retry = useCallback(() => void ask(), [ask]);
  useAskedAgain(isPulling, failure, retry);
  return useMemo(
    () => ({ isPulling, failure, retry }),
    [isPulling, failure, retry],
  );
}
