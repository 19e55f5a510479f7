import { useDeferredValue, useMemo } from 'react';

import { useForms } from '@/data/forms/forms';
import type { FormInput } from '@/domain/forms/form';
import type { Warning } from '@/domain/forms/checks';
import { warningsOf } from '@/domain/forms/checks';

import type { EditorStart } from '@/features/forms/opening/editor-start';

/**
 * Warnings before publishing; on a long form they may lag a keystroke behind.
 */
export function useWarnings(form: FormInput, start: EditorStart): Warning[] {
  const shown = useDeferredValue(form);
  const rows = useForms()?.rows;
  const { base } = start;
  return useMemo(() => {
    const id = base?.meta.id;
    const others = (rows ?? []).filter((each) => each.id !== id);
    return warningsOf(shown, base?.sections ?? [], others);
  }, [shown, rows, base]);
}
