import type { TFunction } from 'i18next';
import type { Cell, Row, Sheet } from 'write-excel-file/universal';

import type { CachedAnswers } from '@/data/cached-answers';
import type { FormBody, FormMeta } from '@/domain/forms/form';
import {
  answersById,
  findQuestion,
  isQuestionFlagged,
} from '@/domain/forms/form';
import type { ThreadAnswers } from '@/domain/forms/form';
import { dateCell, harmless } from '@/domain/spreadsheet';
import { formatFull } from '@/ui/format';

interface SpreadsheetWords {
  t: TFunction;
  locale: string;
}

type CachedThread = CachedAnswers['threads'][number];

/** Excel's own limit, and the signs that it does not take in a sheet's name. */
const SHEET_NAME_MAX = 31;
const SHEET_NAME_SIGNS = /[[\]:*?/\\]/g;

/**
 * The sheets of a workbook of cached answers: what it is and is not, the threads,
 * one sheet for each published form, the notes. Every text is harmless as a cell.
 */
export function cachedSheets(
  cached: CachedAnswers,
  words: SpreadsheetWords,
): Sheet<Blob>[] {
  const threads = cached.threads.map((each) => ({
    ...each,
    answers: answersById(each.detail?.answers ?? []),
  }));
  const sheets = [
    { name: words.t('answers.cached.about'), data: aboutRows(cached, words) },
    {
      name: words.t('answers.cached.threads'),
      data: threadRows(threads, cached, words.t),
    },
    ...cached.forms.flatMap((form) => {
      const body = cached.bodies.find(({ id }) => id === form.id);
      return body
        ? [
            {
              name: `${form.code} ${form.description}`,
              data: formRows(threads, body, words.t),
            },
          ]
        : [];
    }),
    {
      name: words.t('answers.cached.notes'),
      data: noteRows(threads, cached, words.t),
    },
  ];
  const names = uniqueNames(sheets.map(({ name }) => name));
  return sheets.map(({ data }, at) => ({
    sheet: names[at] ?? String(at),
    data,
    ...(at === 0 ? {} : { stickyRowsCount: 1 }),
  }));
}

type AnsweredThread = CachedThread & { answers: ThreadAnswers };

function aboutRows(
  cached: CachedAnswers,
  { t, locale }: SpreadsheetWords,
): Row[] {
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
  ].map((line) => [text(line)]);
}

function threadRows(
  threads: readonly AnsweredThread[],
  { bodies }: CachedAnswers,
  t: TFunction,
): Row[] {
  const questions = bodies.flatMap((body) =>
    body.sections.flatMap((section) => section.questions),
  );
  return [
    [
      ...threadHeads(t),
      head(t('answers.cached.flagged')),
      head(t('answers.cached.hasAnswers')),
    ],
    ...threads.map(({ answers, ...thread }) => [
      ...threadCells(thread),
      thread.detail?.answers
        ? questions.filter((each) => isQuestionFlagged(each, answers)).length
        : null,
      text(t(thread.detail?.answers ? 'common.yes' : 'common.no')),
    ]),
  ];
}

/** The threads that answered something of a form, a column for each question. */
function formRows(
  threads: readonly AnsweredThread[],
  body: FormBody,
  t: TFunction,
): Row[] {
  const questions = body.sections.flatMap((section) => section.questions);
  const answered = threads.filter(({ answers }) =>
    questions.some(({ id }) => answers.has(id)),
  );
  return [
    [
      ...threadHeads(t),
      ...questions.map((question) =>
        head(`${question.code}: ${question.text}`),
      ),
    ],
    ...answered.map(({ answers, ...thread }) => [
      ...threadCells(thread),
      ...questions.map(({ id }) => {
        const chosen = [...(answers.get(id)?.values() ?? [])];
        return text(
          chosen
            .map((each) =>
              each.value ? `${each.text}: ${each.value}` : each.text,
            )
            .join('; '),
        );
      }),
    ]),
  ];
}

function noteRows(
  threads: readonly AnsweredThread[],
  { forms, bodies }: CachedAnswers,
  t: TFunction,
): Row[] {
  const codeOf = (formId: number | undefined) =>
    forms.find((form: FormMeta) => form.id === formId)?.code ?? '';
  const questionOf = (formId?: number, questionId?: number) => {
    const body = bodies.find(({ id }) => id === formId);
    return body && questionId !== undefined
      ? (findQuestion(body, questionId)?.code ?? '')
      : '';
  };
  return [
    [
      ...threadHeads(t),
      ...['form', 'question', 'note', 'attachments'].map((key) =>
        head(t(`answers.cached.column.${key}`)),
      ),
    ],
    ...threads.flatMap((thread) =>
      (thread.detail?.notes ?? []).map((note) => [
        ...threadCells(thread),
        text(codeOf(note.formId)),
        text(questionOf(note.formId, note.questionId)),
        text(note.text ?? ''),
        // Without the signature: the whole address expires, and opens the file to anybody who has it.
        text(note.attachments.map(({ path }) => path).join(' ')),
      ]),
    ),
  ];
}

function threadHeads(t: TFunction): Cell[] {
  return ['station', 'observer', 'phone', 'changed'].map((key) =>
    head(t(`answers.cached.column.${key}`)),
  );
}

function threadCells({ thread }: CachedThread): Cell[] {
  const { lastModified } = thread;
  return [
    text(thread.pollingStationName),
    text(thread.observerName),
    text(thread.observerPhone ?? ''),
    lastModified === undefined ? null : dateCell(lastModified),
  ];
}

function head(value: string): Cell {
  return { value: harmless(value), type: String, fontWeight: 'bold' };
}

function text(value: string): Cell {
  return { value: harmless(value), type: String };
}

/** Names that a workbook takes: short, without its signs, no two alike. */
function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const clean = name.replaceAll(SHEET_NAME_SIGNS, ' ').trim();
    let free = clean.slice(0, SHEET_NAME_MAX);
    for (let at = 2; taken.has(free.toLowerCase()); at += 1) {
      const suffix = ` ${at}`;
      free = clean.slice(0, SHEET_NAME_MAX - suffix.length) + suffix;
    }
    taken.add(free.toLowerCase());
    return free;
  });
}
