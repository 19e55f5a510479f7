import { useCallback, useMemo, useReducer } from 'react';

import type { FormInput } from '@/domain/forms/form';
import type { Change } from '@/domain/forms/editing';
import type { PartKey } from '@/domain/forms/outline';
import type { History, Step } from '@/domain/forms/history';
import { newHistory, record, redo, undo } from '@/domain/forms/history';

type Action = { change: Change; step: Step } | 'undo' | 'redo';

function reduce(history: History<FormInput>, action: Action) {
  if (action === 'undo') return undo(history);
  if (action === 'redo') return redo(history);
  return record(history, action.change(history.present), action.step);
}

/** Adds a step; a step without `mark` never joins the one before it. */
export type Edit = (
  change: Change,
  step?: { mark?: string | undefined; place?: PartKey | undefined },
) => void;

/** The form in the editor, with everything that can be undone. */
export function useFormHistory(input: FormInput) {
  const [history, dispatch] = useReducer(reduce, input, newHistory<FormInput>);
  const edit = useCallback<Edit>((change, step) => {
    dispatch({ change, step: { ...step, at: Date.now() } });
  }, []);
  const steps = useMemo(
    () => ({ undo: () => dispatch('undo'), redo: () => dispatch('redo') }),
    [],
  );
  return { history, edit, ...steps };
}
