import { useSyncExternalStore } from 'react';

let opened: readonly HTMLDialogElement[] = [];
const listeners = new Set<() => void>();

function setOpened(next: typeof opened) {
  opened = next;
  for (const tell of listeners) tell();
}

/** Counts a modal dialog as open until the returned function is called. */
export function noteOpenDialog(dialog: HTMLDialogElement): () => void {
  setOpened([...opened, dialog]);
  return () => setOpened(opened.filter((other) => other !== dialog));
}

/** The dialog that lies over all others; everything outside of it is out of reach. */
export function useTopDialog(): HTMLDialogElement | undefined {
  return useSyncExternalStore(listen, () => opened.at(-1));
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
