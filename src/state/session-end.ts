import { SESSION_END_KEY } from '@/config';

/** Why nobody is signed in although nobody signed out. */
export interface SessionEnd {
  /** Changes that wait on this device; absent when they could not be counted. */
  unsent?: number;
}

/**
 * The host ended the session (401): every tab and every later start can say so
 * on the sign-in screen. Holds a number and nothing about the user.
 */
export function keepSessionEnd(unsent: number | undefined): void {
  localStorage.setItem(SESSION_END_KEY, String(unsent ?? ''));
}

/** How the last session ended; undefined after a logout or before the first. */
export function readSessionEnd(): SessionEnd | undefined {
  const kept = localStorage.getItem(SESSION_END_KEY);
  if (kept === null) return undefined;
  return kept === '' ? {} : { unsent: Number(kept) };
}

/** Somebody signed in or out: nothing is left to explain. */
export function clearSessionEnd(): void {
  localStorage.removeItem(SESSION_END_KEY);
}
