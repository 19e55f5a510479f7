import type { Question } from '@/domain/forms/form';
import { removeQuestion } from '@/domain/forms/editing';
import {
  putQuestionBack,
  questionKey,
  sectionKey,
} from '@/domain/forms/outline';
import { showToast } from '@/ui/overlay/toaster';

import { useEditorTools } from '@/features/forms/editor/editor-tools';
import { useTranslation } from '@/ui/texts';

/**
 * Deleting a question does not ask (docs/specification.md 2): it offers to put
 * the question back where it was, whatever was edited meanwhile. `followerId`
 * is the question after it; without one, the question is the last of its
 * section.
 */
export function useRemoveQuestion(
  sectionId: number,
  followerId: number | undefined,
): (question: Question) => void {
  const { t } = useTranslation();
  const { edit, jump } = useEditorTools();

  return (question) => {
    const { id, code } = question;
    const part = questionKey(question);
    edit(removeQuestion(id), { place: sectionKey({ id: sectionId }) });
    showToast({
      tone: 'neutral',
      text: t('forms.questionDeleted', { code }),
      action: {
        label: t('forms.putBack'),
        onAction: () => {
          edit(putQuestionBack(sectionId, question, followerId), {
            place: part,
          });
          jump(part);
        },
      },
    });
  };
}
