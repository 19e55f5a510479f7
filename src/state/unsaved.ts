import { useEffect, useRef } from 'react';
import { proxy } from 'valtio';

/**
 * Puts what an editor holds where it survives a reload.
 * @returns false when the device could not keep it.
 */
export type Flush = () => Promise<boolean>;

/** How many forms on this page hold input that no flush can save. */
export const unsaved = proxy({ forms: 0 });

const flushes = new Set<Flush>();
let dirty = 0;
let mayLeave = false;

/** Whether leaving now would lose something that somebody typed. */
export function hasUnsaved(): boolean {
  return dirty > 0;
}

/**
 * Marks this screen as holding unsaved input while `isDirty`: the browser asks
 * before the page is closed or reloaded.
 * @param flush keeps the input; without one, updates wait until it is saved.
 */
export function useUnsaved(isDirty: boolean, flush?: Flush): void {
  const latest = useRef(flush);
  useEffect(() => {
    latest.current = flush;
  });
  const isKeepable = flush !== undefined;

  useEffect(() => {
    if (!isDirty) return undefined;
    const keep: Flush = async () => (await latest.current?.()) ?? false;
    enter();
    if (isKeepable) flushes.add(keep);
    else unsaved.forms += 1;
    return () => {
      leave();
      if (isKeepable) flushes.delete(keep);
      else unsaved.forms -= 1;
    };
  }, [isDirty, isKeepable]);
}

/** Adds something to be finished before this page is reloaded; returns the undo. */
export function registerFlush(flush: Flush): () => void {
  flushes.add(flush);
  return () => flushes.delete(flush);
}

/**
 * Keeps everything that can be kept.
 * @returns true when a reload would lose nothing.
 */
export async function flushEditors(): Promise<boolean> {
  const kept = await Promise.all(
    [...flushes].map((flush) => flush().catch(() => false)),
  );
  return kept.every(Boolean) && unsaved.forms === 0;
}

/** Everything is kept: the browser need not ask before this reload. */
export function letGo(): void {
  mayLeave = true;
}

function enter(): void {
  dirty += 1;
  // Only while something would be lost: a listener that stays costs the page
  // its place in the back-forward cache.
  if (dirty === 1) window.addEventListener('beforeunload', ask);
}

function leave(): void {
  dirty -= 1;
  if (dirty === 0) window.removeEventListener('beforeunload', ask);
}

function ask(event: BeforeUnloadEvent): void {
  if (!mayLeave) event.preventDefault();
}
