import { useEffect, useState } from 'react';

import { sync } from '@/workers/client';

/** Names of the extensions; empty until the server has answered. */
let offers: ReadonlySet<string> = new Set();

/**
 * Asks what the server offers beyond known ones (docs/api-contract.md 10.1).
 * Without an answer nothing is offered, until it is asked again.
 */
export async function loadOffers(): Promise<void> {
  if (offers.size > 0) return;
  const reply = await sync.readExtensions();
  if (reply.ok) offers = new Set(reply.value);
}

/**
 * What was offered when the menu opened. It does not change while it is open: an
 * item that comes in between would be pressed in place of another.
 */
export function useOffers(): ReadonlySet<string> {
  const [known] = useState(offers);
  useEffect(() => {
    void loadOffers();
  }, []);
  return known;
}

/**
 * Has the server end the session of a token, where it offers that. Nothing
 * waits for it, and what it answers changes nothing.
 */
export async function endTokenAtServer(
  token: string,
  host: string,
): Promise<void> {
  const isOffered = offers.has('sessions');
  offers = new Set();
  if (isOffered) await sync.signOut(token, host);
}
