import { useCallback, useEffect, useRef } from 'react';
import { proxy } from 'valtio';

/**
 * Stores the input of an editor where it survives a reload; answers false when
 * the device could not store it.
 */
type Flush = () => Promise<boolean>;

/** How many forms on this page hold input that no flush can save. */
export const unsaved = proxy({ forms: 0 });

/** Input on this page that the server does not have and the outbox neither. */
interface Entry {
  /** Absent: nothing keeps it but its user. */
  flush?: Flush | undefined;
  /** Forgets what was stored of it. */
  discard?: (() => Promise<void>) | undefined;
}

const entries = new Set<Entry>();
const flushes = new Set<Flush>();
let mayLeave = false;

/** Whether leaving now would lose typed input. */
export function hasUnsaved(): boolean {
  return entries.size > 0;
}

/** Whether all unsaved input is stored on this device. */
export function isAllStored(): boolean {
  return [...entries].every(({ flush }) => flush !== undefined);
}

/** Forgets what was stored of the unsaved input on this page. */
export async function discardUnsaved(): Promise<void> {
  await Promise.all([...entries].map(({ discard }) => discard?.()));
}

/**
 * Marks this screen as holding unsaved input while `isDirty`: the browser asks
 * before the page is closed or reloaded, the shell before another screen
 * opens. `flush` stores the input; without it, updates wait until it is saved.
 * `discard` forgets what was stored. Call the returned function before
 * leaving, once the input is saved or given up.
 */
export function useUnsaved(
  isDirty: boolean,
  flush?: Flush,
  discard?: () => Promise<void>,
): () => void {
  const latest = useRef({ flush, discard });
  useEffect(() => {
    latest.current = { flush, discard };
  });
  const held = useRef<Entry>(undefined);
  const isKeepable = flush !== undefined;

  const release = useCallback(() => {
    if (held.current) leave(held.current);
    held.current = undefined;
  }, []);

  useEffect(() => {
    if (!isDirty) return undefined;
    held.current = {
      discard: async () => latest.current.discard?.(),
      flush: isKeepable
        ? async () => (await latest.current.flush?.()) ?? false
        : undefined,
    };
    enter(held.current);
    return release;
  }, [isDirty, isKeepable, release]);
  return release;
}

/** Adds something to be finished before this page is reloaded; returns the undo. */
export function registerFlush(flush: Flush): () => void {
  flushes.add(flush);
  return () => flushes.delete(flush);
}

/**
 * Stores the input of every editor; answers true when a reload would lose
 * nothing.
 */
export async function flushEditors(): Promise<boolean> {
  const stored = await Promise.all(
    [...flushes].map((flush) => flush().catch(() => false)),
  );
  return stored.every(Boolean) && unsaved.forms === 0;
}

/** Everything is stored: the browser need not ask before this reload. */
export function letGo(): void {
  mayLeave = true;
}

function enter(entry: Entry): void {
  entries.add(entry);
  if (entry.flush) flushes.add(entry.flush);
  else unsaved.forms += 1;
  // Only while something would be lost: a listener that stays costs the page
  // its place in the back-forward cache.
  if (entries.size === 1) window.addEventListener('beforeunload', ask);
}

function leave(entry: Entry): void {
  entries.delete(entry);
  if (entry.flush) flushes.delete(entry.flush);
  else unsaved.forms -= 1;
  if (entries.size === 0) window.removeEventListener('beforeunload', ask);
}

function ask(event: BeforeUnloadEvent): void {
  if (!mayLeave) event.preventDefault();
}
