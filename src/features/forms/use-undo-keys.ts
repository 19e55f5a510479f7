import { useEffect } from 'react';

const DIALOG = '[role="dialog"], [role="alertdialog"]';

/**
 * Ctrl+Z and Ctrl+Shift+Z (Ctrl+Y) work on the whole form, also in a field: the
 * browser's own undo knows nothing of parts that were moved or removed.
 */
export function useUndoKeys(
  undo: () => void,
  redo: () => void,
  isEnabled: boolean,
): void {
  useEffect(() => {
    if (!isEnabled) return undefined;
    function listen(event: KeyboardEvent) {
      const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
      if (altKey || ctrlKey === metaKey) return;
      const letter = key.toLowerCase();
      const isRedo = letter === 'y' || (letter === 'z' && shiftKey);
      if (!isRedo && letter !== 'z') return;
      if (document.querySelector(DIALOG)) return;
      event.preventDefault();
      if (isRedo) redo();
      else undo();
    }
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [undo, redo, isEnabled]);
}
