import type { TFunction } from 'i18next';

import type { QuestionFigures } from '@/domain/questions/figures';

import type { QuestionSide } from './question-table';
import { reportsOfOption } from './question-words';
import type { QuestionQuery } from './use-question-query';
import type { QuestionSource } from './use-question-source';

/**
 * The figures of a question under the names of what they are of.
 * @param versus of the county that is compared with; absent: none is.
 */
export function sidesOf(
  { coverage, plan }: QuestionSource,
  query: QuestionQuery,
  t: TFunction,
  figures: QuestionFigures,
  versus: QuestionFigures | undefined,
): QuestionSide[] {
  const side = (code: string | undefined, of: QuestionFigures) => {
    const county = coverage.counties.find((each) => each.code === code);
    const name = code === undefined ? t('coverage.all') : county?.name;
    const hrefOf = reportsOfOption(query, plan, code);
    return { name: name ?? code ?? '', figures: of, hrefOf };
  };
  return [
    side(query.county, figures),
    ...(versus ? [side(query.versus, versus)] : []),
  ];
}
