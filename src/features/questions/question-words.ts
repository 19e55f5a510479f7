import type { Question } from '@/domain/forms/form';
import { paths } from '@/paths';
import { formatNumber } from '@/ui/format';
import { useTranslation } from '@/ui/texts';

import { formatPercent } from './format-percent';
import type { QuestionSource } from './use-question-source';
import type { QuestionQuery } from './use-question-query';

/** How a question is called: its code and text. */
export function questionName({ code, text }: Question): string {
  return `${code} ${text}`.trim();
}

/** Below this share of the sample a missing answer may no longer be chance. */
const ENOUGH_RESPONSES = 0.8;

/**
 * How many stations of the sample answered, and a warning where too few did; undefined
 * where the plan is no sample. @param answered stations with an answer.
 */
export function useResponseWords(
  plan: QuestionSource['plan'],
  answered: number,
): string | undefined {
  const { t, i18n } = useTranslation();
  if (!plan?.isDeclared) return undefined;
  const size = plan.stations.size;
  const share = size > 0 ? answered / size : 0;
  const words = t('questions.response', {
    count: answered,
    formatted: formatNumber(answered, i18n.language),
    size: formatNumber(size, i18n.language),
    share: formatPercent(share, i18n.language),
  });
  return share < ENOUGH_RESPONSES
    ? `${words} ${t('questions.fewResponses')}`
    : words;
}

/**
 * The list of the reports in which an option was chosen: a report with a flagged answer
 * stands in the urgent list, and only there when all its answers are. Undefined where a
 * filter is in force that the list does not have.
 */
export function reportsOfOption(
  { from, to, area, organisation }: QuestionQuery,
  plan: QuestionSource['plan'],
  county: string | undefined,
): ((optionId: number, isFlagged: boolean) => string) | undefined {
  const isNarrowed = [from, to, area, organisation].some(
    (each) => each !== undefined,
  );
  if (isNarrowed || plan?.isDeclared || county === '') return undefined;
  return (optionId, isFlagged) => {
    const query = new URLSearchParams();
    if (isFlagged) query.set('urgente', 'true');
    if (county !== undefined) query.set('county', county);
    query.set('flagged', String(optionId));
    return paths.answers(String(query));
  };
}
