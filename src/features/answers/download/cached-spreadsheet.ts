import type { TFunction } from 'i18next';

import type { CachedAnswers } from '@/data/threads/cached-answers';
import type { FormBody, FormMeta } from '@/domain/forms/form';
import {
  answersById,
  findQuestion,
  isQuestionFlagged,
} from '@/domain/forms/form';
import type { ThreadAnswers } from '@/domain/forms/form';
import { harmless } from '@/domain/spreadsheet';
import type { Cell, Sheet } from '@/lib/workbook';
import { formatFull, timeZone } from '@/ui/format';

interface SpreadsheetWords {
  t: TFunction;
  locale: string;
}

type CachedThread = CachedAnswers['threads'][number];

/**
 * The sheets of a workbook of cached answers: what it is and is not, the threads,
 * one sheet for each published form, the notes. What people wrote is harmless as
 * a cell.
 */
export function cachedSheets(
  cached: CachedAnswers,
  words: SpreadsheetWords,
): Sheet[] {
  const threads = cached.threads.map((each) => ({
    ...each,
    answers: answersById(each.detail?.answers ?? []),
  }));
  return [
    { name: words.t('answers.cached.about'), rows: aboutRows(cached, words) },
    {
      name: words.t('answers.cached.threads'),
      ...threadTable(threads, cached, words.t),
    },
    ...cached.forms.flatMap((form) => {
      const body = cached.bodies.find(({ id }) => id === form.id);
      return body
        ? [
            {
              name: `${form.code} ${form.description}`,
              ...formTable(threads, body, words.t),
            },
          ]
        : [];
    }),
    {
      name: words.t('answers.cached.notes'),
      ...noteTable(threads, cached, words.t),
    },
  ];
}

type AnsweredThread = CachedThread & { answers: ThreadAnswers };
type Table = Pick<Sheet, 'head' | 'rows'>;

function aboutRows(
  cached: CachedAnswers,
  { t, locale }: SpreadsheetWords,
): Cell[][] {
  const withAnswers = cached.threads.filter(({ detail }) => detail?.answers);
  const missing = cached.forms.filter(
    ({ id }) => !cached.bodies.some((body) => body.id === id),
  );
  return [
    cached.asOf === undefined
      ? t('answers.cached.never')
      : t('answers.cached.asOf', { time: formatFull(cached.asOf, locale) }),
    cached.total === undefined
      ? t('answers.cached.count', { count: cached.threads.length })
      : t('answers.cached.countOf', {
          count: cached.threads.length,
          total: cached.total,
        }),
    t('answers.cached.answered', { count: withAnswers.length }),
    ...missing.map((form) =>
      t('answers.cached.missingForm', {
        form: `${form.code} ${form.description}`,
      }),
    ),
  ].map((line) => [harmless(line)]);
}

function threadTable(
  threads: readonly AnsweredThread[],
  { bodies }: CachedAnswers,
  t: TFunction,
): Table {
  const questions = bodies.flatMap((body) =>
    body.sections.flatMap((section) => section.questions),
  );
  return {
    head: [
      ...threadHeads(t),
      t('answers.cached.flagged'),
      t('answers.cached.hasAnswers'),
    ],
    rows: threads.map(({ answers, ...thread }) => [
      ...threadCells(thread),
      thread.detail?.answers
        ? questions.filter((each) => isQuestionFlagged(each, answers)).length
        : null,
      t(thread.detail?.answers ? 'common.yes' : 'common.no'),
    ]),
  };
}

/** The threads that answered something of a form, a column for each question. */
function formTable(
  threads: readonly AnsweredThread[],
  body: FormBody,
  t: TFunction,
): Table {
  const questions = body.sections.flatMap((section) => section.questions);
  const answered = threads.filter(({ answers }) =>
    questions.some(({ id }) => answers.has(id)),
  );
  return {
    head: [
      ...threadHeads(t),
      ...questions.map(({ code, text }) => harmless(`${code}: ${text}`)),
    ],
    rows: answered.map(({ answers, ...thread }) => [
      ...threadCells(thread),
      ...questions.map(({ id }) => {
        const chosen = [...(answers.get(id)?.values() ?? [])];
        return harmless(
          chosen
            .map((each) =>
              each.value ? `${each.text}: ${each.value}` : each.text,
            )
            // No option has a line break: any other sign may stand in one.
            .join('\n'),
        );
      }),
    ]),
  };
}

function noteTable(
  threads: readonly AnsweredThread[],
  { forms, bodies }: CachedAnswers,
  t: TFunction,
): Table {
  const codeOf = (formId: number | undefined) =>
    forms.find((form: FormMeta) => form.id === formId)?.code ?? '';
  const questionOf = (formId?: number, questionId?: number) => {
    const body = bodies.find(({ id }) => id === formId);
    return body && questionId !== undefined
      ? (findQuestion(body, questionId)?.code ?? '')
      : '';
  };
  return {
    head: [
      ...threadHeads(t),
      ...['form', 'question', 'note', 'attachments'].map((key) =>
        t(`answers.cached.column.${key}`),
      ),
    ],
    rows: threads.flatMap((thread) =>
      (thread.detail?.notes ?? []).map((note) => [
        ...threadCells(thread),
        harmless(codeOf(note.formId)),
        harmless(questionOf(note.formId, note.questionId)),
        harmless(note.text ?? ''),
        // Without the signature: the whole address expires, and opens the file to anybody who has it.
        harmless(note.attachments.map(({ path }) => path).join(' ')),
      ]),
    ),
  };
}

function threadHeads(t: TFunction): string[] {
  return [
    t('answers.cached.column.station'),
    t('answers.cached.column.observer'),
    t('answers.cached.column.phone'),
    // Workbooks know no zones.
    `${t('answers.cached.column.changed')} (${timeZone()})`,
  ];
}

function threadCells({ thread }: CachedThread): Cell[] {
  const { lastModified } = thread;
  return [
    harmless(thread.pollingStationName),
    harmless(thread.observerName),
    harmless(thread.observerPhone ?? ''),
    lastModified === undefined ? null : new Date(lastModified),
  ];
}
