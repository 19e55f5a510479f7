import { SESSION_END_KEY } from '@/config';

/** Why the session ended without a logout. */
export interface SessionEnd {
  /** refused: the server no longer accepts the token. age: no word from it for too long. */
  reason: 'refused' | 'age';
  /** Changes that wait on this device; absent when they could not be counted. */
  unsent?: number | undefined;
}

/**
 * The session ended by itself: every tab and every later start can say so on
 * the sign-in screen. Holds a reason, a number and nothing about the user.
 */
export function storeSessionEnd(end: SessionEnd): void {
  localStorage.setItem(SESSION_END_KEY, JSON.stringify(end));
}

/** How the last session ended; undefined after a logout or before the first. */
export function readSessionEnd(): SessionEnd | undefined {
  const stored = localStorage.getItem(SESSION_END_KEY);
  if (stored === null) return undefined;
  try {
    const end: unknown = JSON.parse(stored);
    if (isSessionEnd(end)) return end;
  } catch {
    // Written by an older version: only the fact that it ended is known.
  }
  return { reason: 'refused' };
}

function isSessionEnd(value: unknown): value is SessionEnd {
  return (
    typeof value === 'object' &&
    value !== null &&
    'reason' in value &&
    (value.reason === 'refused' || value.reason === 'age') &&
    (!('unsent' in value) || typeof value.unsent === 'number')
  );
}

/** A sign-in or a logout needs no explanation of the session before. */
export function clearSessionEnd(): void {
  localStorage.removeItem(SESSION_END_KEY);
}
