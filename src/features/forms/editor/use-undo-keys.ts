import { useShortcuts } from '@/ui/keyboard/use-shortcuts';
import { useTranslation } from '@/ui/texts';

/**
 * Ctrl+Z and Ctrl+Shift+Z (Ctrl+Y) work on the whole form, also in a field: the
 * browser's own undo knows nothing of parts that were moved or removed.
 */
export function useUndoKeys(
  undo: () => void,
  redo: () => void,
  enabled: boolean,
): void {
  const { t } = useTranslation();
  const again = { words: t('forms.redo'), act: redo };
  useShortcuts(
    {
      'Mod+Z': { words: t('forms.undo'), act: undo },
      'Mod+Shift+Z': again,
      'Mod+Y': again,
    },
    { enabled },
  );
}
