import type { TFunction } from 'i18next';

import { toCsv } from '@/domain/csv';
import type { FormMeta, Question, Section } from '@/domain/forms/form';
import type { AllFigures, QuestionFigures } from '@/domain/questions/figures';
import { wilson } from '@/domain/questions/interval';
import { harmlessInCsv } from '@/domain/spreadsheet';
import { datedName } from '@/ui/dated-name';
import { saveCsv } from '@/ui/save-csv';

import { agreeing, figuresFor, optionLines } from './option-lines';

interface ExportedForm {
  form: FormMeta;
  sections: readonly Section[];
}

/** Saves the figures of a form as CSV: a row for each option of each question. */
export function exportQuestions(
  { form, sections }: ExportedForm,
  figures: AllFigures,
  isSample: boolean,
  t: TFunction,
): void {
  const columns = [
    'form',
    'section',
    'code',
    'question',
    'option',
    'flagged',
    'stations',
    'answered',
    'contradicting',
    'share',
    ...(isSample ? ['low', 'high'] : []),
    'reports',
    'allReports',
    'readable',
    'total',
  ].map((key) => t(`questions.csv.${key}`));
  const rows = sections.flatMap((section) =>
    section.questions.flatMap((question) =>
      rowsOf(
        question,
        figuresFor(figures.questions, question),
        isSample,
        t,
      ).map((cells) => [
        harmlessInCsv(form.code),
        harmlessInCsv(section.description),
        ...cells,
        figures.readable,
        figures.total,
      ]),
    ),
  );
  const name = `${t('questions.file')} ${form.code}`;
  saveCsv(toCsv([columns, ...rows]), datedName(name, 'csv'));
}

function rowsOf(
  question: Question,
  figures: QuestionFigures,
  isSample: boolean,
  t: TFunction,
) {
  const size = agreeing(figures);
  return optionLines(question, figures).map((line) => {
    const interval = isSample ? wilson(line.stations, size) : undefined;
    return [
      harmlessInCsv(question.code),
      harmlessInCsv(question.text),
      harmlessInCsv(line.option?.text ?? t('questions.lostOption')),
      t(line.option?.flagged ? 'common.yes' : 'common.no'),
      line.stations,
      figures.stations,
      figures.contradicting,
      rounded(line.share),
      ...(isSample ? [rounded(interval?.low), rounded(interval?.high)] : []),
      line.reports,
      figures.reports,
    ];
  });
}

/** A share from 0 to 1 with four decimals; empty where there is none. */
function rounded(share: number | undefined): number | string {
  return share === undefined ? '' : Math.round(share * 10_000) / 10_000;
}
