import type { KeyboardEvent } from 'react';

import type { Shortcuts } from '@/ui/keyboard/shortcut-table';
import { useOwnShortcuts } from '@/ui/keyboard/use-shortcuts';
import { useTranslation } from '@/ui/texts';

/** What Alt and an arrow do, for `aria-keyshortcuts`. */
export const STEP_KEYS = 'Alt+ArrowUp Alt+ArrowDown';

interface Options {
  /** Other keys of the same element. */
  more?: Shortcuts | undefined;
  enabled?: boolean | undefined;
}

/**
 * The `onKeyDown` of a row or its grip: Alt and an arrow move the row one
 * place up (-1) or down (1); the element that has the focus keeps it.
 */
export function useStepKeys(
  onStep: (by: -1 | 1) => void,
  { more, enabled }: Options = {},
): (event: KeyboardEvent) => void {
  const { t } = useTranslation();

  function step(by: -1 | 1) {
    const focused = document.activeElement;
    onStep(by);
    // A row that changes places in the document loses the focus on the way.
    requestAnimationFrame(() => {
      if (focused instanceof HTMLElement && focused.isConnected)
        focused.focus();
    });
  }

  return useOwnShortcuts(
    {
      'Alt+ArrowUp': { words: t('forms.keys.up'), act: () => step(-1) },
      'Alt+ArrowDown': { words: t('forms.keys.down'), act: () => step(1) },
      ...more,
    },
    enabled,
  );
}
