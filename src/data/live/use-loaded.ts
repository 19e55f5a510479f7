import { useEffect, useState } from 'react';

import type { Failure, Reply } from '@/domain/outbox/outcome';

import { useAskedAgain } from './use-asked-again';

/** What was read of the server now: nothing of it is kept on the device. */
export interface Loaded<T> {
  /** Undefined until read. */
  value?: T | undefined;
  /** Why the last reading brought nothing. */
  failure?: Failure | undefined;
  isLoading: boolean;
  reload: () => void;
}

/** Reads by `read`, which must stay the same; undefined: nothing is read yet. */
export function useLoaded<T>(
  read: (() => Promise<Reply<T | undefined>>) | undefined,
): Loaded<T> {
  const [round, setRound] = useState(0);
  const [state, setState] = useState<Omit<Loaded<T>, 'reload'>>({
    isLoading: true,
  });
  useEffect(() => {
    if (read === undefined) return undefined;
    let isWanted = true;
    setState(({ value }) => ({ value, isLoading: true }));
    void read().then((reply) => {
      if (!isWanted) return;
      setState(({ value }) =>
        reply.ok
          ? { value: reply.value, isLoading: false }
          : { value, failure: reply.failure, isLoading: false },
      );
    });
    return () => {
      isWanted = false;
    };
    // `round`: read again.
  }, [read, round]);
  const reload = () => setRound((before) => before + 1);
  useAskedAgain(state.isLoading, state.failure, reload);
  return { ...state, reload };
}
