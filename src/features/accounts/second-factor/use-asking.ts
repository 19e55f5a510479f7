import { useRef, useState } from 'react';

import { useServerNeeded } from '@/components/use-offline';
import type { CodeProblem, Failure, Reply } from '@/domain/outbox/outcome';

/** One question to the server at a time, and what was wrong with the last one. */
export interface Asking {
  /** Why nothing can be asked now. */
  needsServer: string | undefined;
  isBusy: boolean;
  /** What the server said of the code. */
  problem: CodeProblem | undefined;
  /** The server looked at the password, and it is another one. */
  isPasswordWrong: boolean;
  /** Any other failure. */
  failure: Failure | undefined;
  /** Resolves with what was answered; undefined when nothing was, or another one runs. */
  ask: <T>(
    question: () => Promise<Reply<T | undefined>>,
  ) => Promise<T | undefined>;
}

/** @param hasPassword a password is sent: a refusal that is not of the code is of it. */
export function useAsking(hasPassword: boolean): Asking {
  const needsServer = useServerNeeded();
  const [isBusy, setBusy] = useState(false);
  const [last, setLast] = useState<Failure>();
  // Two presses in one frame both see the state of the last render.
  const isRunning = useRef(false);
  const problem = last?.secondFactor;
  const isPasswordWrong =
    hasPassword && last?.kind === 'refused' && problem === undefined;

  return {
    needsServer,
    isBusy,
    problem,
    isPasswordWrong,
    failure: problem === undefined && !isPasswordWrong ? last : undefined,
    async ask(question) {
      if (isRunning.current || needsServer !== undefined) return undefined;
      isRunning.current = true;
      setBusy(true);
      setLast(undefined);
      const reply = await question();
      isRunning.current = false;
      setBusy(false);
      if (reply.ok) return reply.value;
      setLast(reply.failure);
      return undefined;
    },
  };
}
