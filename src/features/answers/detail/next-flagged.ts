import type { FormTab } from './thread-view';
import type { QuestionTarget } from '@/features/answers/detail/questions/use-questions-scroll';

/**
 * The flagged question after the one that was last gone to, over all forms and
 * round again; at first the first of the open form. Undefined when the thread
 * has none.
 */
export function nextFlagged(
  tabs: readonly FormTab[],
  last: QuestionTarget | undefined,
  openForm: number | undefined,
): QuestionTarget | undefined {
  const all = tabs.flatMap(({ form, flagged }) =>
    flagged.map((questionId) => ({ formId: form.id, questionId })),
  );
  const at = all.findIndex(({ questionId }) => questionId === last?.questionId);
  const start =
    at >= 0
      ? at + 1
      : Math.max(
          0,
          all.findIndex(({ formId }) => formId === openForm),
        );
  return all[start % all.length];
}
