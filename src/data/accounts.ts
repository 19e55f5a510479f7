import { useCallback, useEffect, useState } from 'react';

import type {
  AccountList,
  Organisation,
  StaffChange,
  StaffSession,
} from '@/domain/account';
import type { Failure, Reply } from '@/domain/outbox/outcome';
import { sync } from '@/workers/client';

import { useAskedAgain } from './live/use-asked-again';
import { useOffers } from './offers';

const NONE: Organisation[] = [];

/** What was read of the server now: nothing of it is kept on the device. */
export interface Loaded<T> {
  /** Undefined until read. */
  value?: T | undefined;
  /** Why the last reading brought nothing. */
  failure?: Failure | undefined;
  isLoading: boolean;
  reload: () => void;
}

/** The accounts of all organisations; needs the server. */
export function useAccounts(): Loaded<AccountList> {
  return useLoaded(readAccounts);
}

/**
 * The organisations that an organizer chooses from; none where the server does
 * not offer their list, or before it answered.
 */
export function useOrganisations(isWanted: boolean): Organisation[] {
  const isOffered = useOffers().has('accounts');
  const { value } = useLoaded(isWanted && isOffered ? readAccounts : undefined);
  return value?.organisations ?? NONE;
}

/**
 * Where an account is signed in; needs the server.
 * @param accountId absent: the own account.
 */
export function useSessions(accountId?: number): Loaded<StaffSession[]> {
  const read = useCallback(() => sync.readSessions(accountId), [accountId]);
  return useLoaded(read);
}

const readAccounts = () => sync.readAccounts();

function useLoaded<T>(
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

/** Has the server make one change, now. */
export async function changeStaff(
  change: StaffChange,
): Promise<Reply<unknown>> {
  const reply = await sync.changeStaff(change);
  // All sessions have ended with the password: the next question signs this
  // page out, too, so it is asked at once.
  if (reply.ok && change.kind === 'changePassword') void sync.freshen();
  return reply;
}
