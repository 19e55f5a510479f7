import { useCallback } from 'react';

import type {
  AccountList,
  Organisation,
  StaffChange,
  StaffSession,
} from '@/domain/account';
import type { Reply } from '@/domain/outbox/outcome';
import type { AddedReadToken, ReadToken } from '@/domain/read-token';
import { sync } from '@/workers/client';

import type { Loaded } from './live/use-loaded';
import { useLoaded } from './live/use-loaded';
import { useOffers } from './offers';

const NONE: Organisation[] = [];

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

/** The read-only tokens of analysts and dashboards; needs the server. */
export function useReadTokens(): Loaded<ReadToken[]> {
  return useLoaded(readReadTokens);
}

const readReadTokens = () => sync.readReadTokens();

const readAccounts = () => sync.readAccounts();

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

/** Has the server make a read-only token, now; nothing of it is kept on the device. */
export function makeReadToken(added: AddedReadToken) {
  return sync.makeReadToken(added);
}
