import { useMemo } from 'react';

import { useTranslation } from '@/ui/texts';

/**
 * The words of every question and option, looked up once for a whole form: in
 * each of its hundreds of lines the look-up would cost more than the line.
 */
export interface QuestionWords {
  flagged: string;
  unanswered: string;
  chosen: string;
  notChosen: string;
  flaggedOption: string;
  flagsWhenChosen: string;
}

/** The same object for as long as the language is the same. */
export function useQuestionWords(): QuestionWords {
  const { t } = useTranslation();
  return useMemo(
    () => ({
      flagged: t('answers.question.flagged'),
      unanswered: t('answers.question.unanswered'),
      chosen: t('answers.option.chosen'),
      notChosen: t('answers.option.notChosen'),
      flaggedOption: t('answers.option.flagged'),
      flagsWhenChosen: t('answers.option.flags'),
    }),
    [t],
  );
}
