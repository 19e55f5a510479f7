import { useEffect, useState, useSyncExternalStore } from 'react';

import { databases, isClosedError } from '@/db/open';
import type { Extension } from '@/domain/extensions';
import type { Failure } from '@/domain/outbox/outcome';
import { sync } from '@/workers/client';

/** Names of the extensions; empty until they are known. */
let offers: ReadonlySet<Extension> = new Set();
/** Whether the server said so in this session; otherwise it is what it said last. */
let isAnswered = false;
/** Why the last question brought nothing; undefined after an answer. */
let lastFailure: Failure | undefined;
/** What waits for the answer has it asked again so often. */
const ASK_AGAIN_MS = 60_000;
const listeners = new Set<() => void>();

function setOffers(names: readonly Extension[]): void {
  offers = new Set(names);
  tellListeners();
}

function setFailure(failure: Failure | undefined): void {
  lastFailure = failure;
  tellListeners();
}

function tellListeners(): void {
  for (const listener of listeners) listener();
}

/**
 * Asks what the server offers beyond known ones (docs/api-contract.md 10.1). Until it
 * answers, what it offered last is offered, also without a connection.
 */
export async function loadOffers(): Promise<void> {
  if (isAnswered) return;
  if (offers.size === 0) await recallOffers();
  const reply = await sync.readExtensions();
  setFailure(reply.ok ? undefined : reply.failure);
  if (!reply.ok) return;
  // An empty answer is asked for again: the server may be updated meanwhile.
  isAnswered = reply.value.length > 0;
  setOffers(reply.value);
}

/** What the sync worker heard last (`workers/triage.ts`). */
async function recallOffers(): Promise<void> {
  const row = await databases()
    .cache.meta.get('offers')
    .catch((error: unknown) => {
      // The page says by itself that its database is closed.
      if (!isClosedError(error)) throw error;
    });
  if (row?.k === 'offers' && !isAnswered) setOffers(row.v);
}

/** What the server offers, as far as is known now; asks it where nothing is. */
export function useOffers(): ReadonlySet<Extension> {
  useEffect(() => {
    void loadOffers();
  }, []);
  return useSyncExternalStore(listen, () => offers);
}

/**
 * Why the server has not said what it offers; undefined once it has, or before it was
 * asked. @param isWanted something waits for the answer: it is asked again and again.
 */
export function useOffersFailure(isWanted: boolean): Failure | undefined {
  useEffect(() => {
    if (!isWanted) return undefined;
    void loadOffers();
    const timer = setInterval(() => void loadOffers(), ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isWanted]);
  return useSyncExternalStore(listen, () => lastFailure);
}

/**
 * What was offered when the menu opened. It does not change while it is open: an
 * item that comes in between would be pressed in place of another.
 */
export function useOffersOfMenu(): ReadonlySet<Extension> {
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
  isAnswered = false;
  setFailure(undefined);
  setOffers([]);
  if (isOffered) await sync.signOut(token, host);
}
