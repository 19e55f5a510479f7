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

export interface SpreadsheetWords {
  t: TFunction;
  locale: string;
}

type CachedThread = CachedAnswers['threads'][number];

/** Excel's own limit, and the signs that it does not take in a sheet's name. */
const SHEET_NAME_MAX = 31;
const SHEET_NAME_SIGNS = /[[\]:*?/\\]/g;

/**
 * The sheets of a workbook of what is kept: what it is and is not, the threads,
 * one sheet for each published form, the notes. Every text is harmless as a cell.
 */
export function cachedSheets(
  kept: CachedAnswers,
  words: SpreadsheetWords,
): Sheet<Blob>[] {
  const threads = kept.threads.map((each) => ({
    ...each,
    answers: answersById(each.detail?.answers ?? []),
  }));
  const sheets = [
    { name: words.t('answers.kept.about'), data: aboutRows(kept, words) },
    {
      name: words.t('answers.kept.threads'),
      data: threadRows(threads, kept, words.t),
    },
    ...kept.forms.flatMap((form) => {
      const body = kept.bodies.find(({ id }) => id === form.id);
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
      name: words.t('answers.kept.notes'),
      data: noteRows(threads, kept, words.t),
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
  kept: CachedAnswers,
  { t, locale }: SpreadsheetWords,
): Row[] {
  const withAnswers = kept.threads.filter(({ detail }) => detail?.answers);
  const missing = kept.forms.filter(
    ({ id }) => !kept.bodies.some((body) => body.id === id),
  );
  return [
    kept.asOf === undefined
      ? t('answers.kept.never')
      : t('answers.kept.asOf', { time: formatFull(kept.asOf, locale) }),
    kept.total === undefined
      ? t('answers.kept.count', { count: kept.threads.length })
      : t('answers.kept.countOf', {
          count: kept.threads.length,
          total: kept.total,
        }),
    t('answers.kept.answered', { count: withAnswers.length }),
    ...missing.map((form) =>
      t('answers.kept.missingForm', {
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
      head(t('answers.kept.flagged')),
      head(t('answers.kept.hasAnswers')),
    ],
    ...threads.map(({ answers, ...kept }) => [
      ...threadCells(kept),
      kept.detail?.answers
        ? questions.filter((each) => isQuestionFlagged(each, answers)).length
        : null,
      text(t(kept.detail?.answers ? 'common.yes' : 'common.no')),
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
    ...answered.map(({ answers, ...kept }) => [
      ...threadCells(kept),
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
        head(t(`answers.kept.column.${key}`)),
      ),
    ],
    ...threads.flatMap((kept) =>
      (kept.detail?.notes ?? []).map((note) => [
        ...threadCells(kept),
        text(codeOf(note.formId)),
        text(questionOf(note.formId, note.questionId)),
        text(note.text ?? ''),
        // Without the signature: the whole address expires, and opens a file to whoever has it.
        text(note.attachments.map(({ path }) => path).join(' ')),
      ]),
    ),
  ];
}

function threadHeads(t: TFunction): Cell[] {
  return ['station', 'observer', 'phone', 'changed'].map((key) =>
    head(t(`answers.kept.column.${key}`)),
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
