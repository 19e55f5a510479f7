import type { NewSecondFactor, SecondFactor } from '@/domain/account';
import type { Reply } from '@/domain/outbox/outcome';
import { sync } from '@/workers/client';

import type { Loaded } from './live/use-loaded';
import { useLoaded } from './live/use-loaded';
import { useOffers } from './offers';

const read = () => sync.readSecondFactor();

/**
 * Whether the own account has a second factor, and needs one; undefined where the
 * server does not offer that. Needs the server.
 */
export function useSecondFactor(): Loaded<SecondFactor> | undefined {
  const isOffered = useOffers().has('secondFactor');
  const loaded = useLoaded(isOffered ? read : undefined);
  return isOffered ? loaded : undefined;
}

/** Whether the server wants a second factor of this account before all else. */
export async function isSecondFactorMissing(): Promise<boolean> {
  const reply = await read();
  return reply.ok && reply.value?.isRequired === true && !reply.value.isOn;
}

/** Begins to set one up: it counts for nothing until a code confirms it. */
export function beginSecondFactor(
  password: string,
): Promise<Reply<NewSecondFactor | undefined>> {
  return sync.beginSecondFactor(password);
}

/** Answers the recovery codes, which can be had only once. */
export async function confirmSecondFactor(
  code: string,
): Promise<Reply<string[] | undefined>> {
  const reply = await sync.confirmSecondFactor(code);
  // What was refused without it is tried again.
  if (reply.ok) void sync.freshen();
  return reply;
}

/** Answers new recovery codes; the ones before no longer count. */
export function renewRecoveryCodes(
  code: string,
): Promise<Reply<string[] | undefined>> {
  return sync.renewRecoveryCodes(code);
}

/** Has the account sign in with its password alone. */
export function removeSecondFactor(
  password: string,
  code: string,
): Promise<Reply<SecondFactor | undefined>> {
  return sync.removeSecondFactor(password, code);
}
