import { isClosedError } from '@/db/open';
import { StaleBuildError } from '@/db/writer';

import type { Asked, CallArgs, CallName, Leader } from './calls';
import { leaderCalls } from './calls';
import { FencedError } from './engine/commit';
import type { PullResult } from './engine/engine';

/** The one way on which calls of pages reach the leader of all tabs. */
export interface Dispatcher {
  /**
   * Has a call performed: here while this tab leads, otherwise by the leader of
   * another tab, or here once this tab leads, whichever comes first.
   */
  call<Name extends CallName>(
    name: Name,
    args: CallArgs<Name>,
  ): Promise<PullResult>;
  /** Performs what another tab asked; undefined while this tab does not lead. */
  answer(asked: Asked): Promise<PullResult> | undefined;
  /** @param leader undefined: this tab leads no longer. */
  setLeader(leader: Leader | undefined): void;
}

interface DispatcherOptions {
  /** Asks the leader of another tab. */
  askElsewhere: (asked: Asked) => Promise<PullResult>;
  /** Whether the session has ended: nothing is performed any more. */
  isOver: () => boolean;
}

export function createDispatcher({
  askElsewhere,
  isOver,
}: DispatcherOptions): Dispatcher {
  let leader: Leader | undefined;
  const waiting = new Set<(leader: Leader) => void>();

  return {
    call(name, args) {
      const asked = { name, args };
      if (isOver()) return perform(undefined, asked);
      if (leader) return perform(leader, asked);
      return Promise.race([
        askElsewhere(asked),
        new Promise<PullResult>((resolve) => {
          waiting.add((next) => resolve(perform(next, asked)));
        }),
      ]);
    },
    answer: (asked) => leader && perform(leader, asked),
    setLeader(next) {
      leader = next;
      if (!next) return;
      for (const tell of waiting) tell(next);
      waiting.clear();
    },
  };
}

/**
 * Performs a call, which may come from a tab with another build.
 * @param leader undefined in a tab that does not lead.
 * @returns `noWorker`, so that the caller may ask again, when there is no
 * leader, no such call, a newer leader, a newer build or a closed database.
 */
async function perform(
  leader: Leader | undefined,
  { name, args }: Asked,
): Promise<PullResult> {
  const call: ((...args: never[]) => Promise<PullResult>) | undefined =
    Object.entries(leaderCalls).find(([key]) => key === name)?.[1];
  try {
    return leader && call
      ? await Reflect.apply(call, undefined, [leader, ...args])
      : { ok: false, failure: { kind: 'noWorker' } };
  } catch (error) {
    const isFenced =
      error instanceof FencedError || error instanceof StaleBuildError;
    if (isFenced || isClosedError(error)) {
      return { ok: false, failure: { kind: 'noWorker' } };
    }
    throw error;
  }
}
