import { useEffect } from 'react';
import { proxy } from 'valtio';

/** How many forms on this page hold input that is kept nowhere yet. */
export const unsaved = proxy({ forms: 0 });

/** Whether leaving now would lose something that somebody typed. */
export function hasUnsaved(): boolean {
  return unsaved.forms > 0;
}

/**
 * Marks this screen as holding unsaved input while `isDirty`: updates wait for
 * it, and the browser asks before the page is closed or reloaded.
 */
export function useUnsaved(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return undefined;
    enter();
    return leave;
  }, [isDirty]);
}

function enter(): void {
  unsaved.forms += 1;
  // Only while something would be lost: a listener that stays costs the page
  // its place in the back-forward cache.
  if (unsaved.forms === 1) window.addEventListener('beforeunload', ask);
}

function leave(): void {
  unsaved.forms -= 1;
  if (unsaved.forms === 0) window.removeEventListener('beforeunload', ask);
}

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
