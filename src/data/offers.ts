import { useEffect, useState, useSyncExternalStore } from 'react';

import { sync } from '@/workers/client';

/** Names of the extensions; empty until the server has answered. */
let offers: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

function setOffers(names: readonly string[]): void {
  offers = new Set(names);
  for (const listener of listeners) listener();
}

/**
 * Asks what the server offers beyond known ones (docs/api-contract.md 10.1).
 * Without an answer nothing is offered, until it is asked again.
 */
export async function loadOffers(): Promise<void> {
  if (offers.size > 0) return;
  const reply = await sync.readExtensions();
  if (reply.ok) setOffers(reply.value);
}

/** What the server offers, as far as is known now; asks it where nothing is. */
export function useOffers(): ReadonlySet<string> {
  useEffect(() => {
    void loadOffers();
  }, []);
  return useSyncExternalStore(listen, () => offers);
}

/**
 * What was offered when the menu opened. It does not change while it is open: an
 * item that comes in between would be pressed in place of another.
 */
export function useOffersOfMenu(): ReadonlySet<string> {
  const [known] = useState(useOffers());
  return known;
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
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
  setOffers([]);
  if (isOffered) await sync.signOut(token, host);
}
