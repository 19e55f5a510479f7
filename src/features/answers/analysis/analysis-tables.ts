import type { TFunction } from 'i18next';

import type { AnalysisThread, EvidenceForms } from '@/domain/evidence/evidence';
import type { Option, Question, Section } from '@/domain/forms/form';
import { isOptionFlagged } from '@/domain/evidence/contents';
import type { FormMeta } from '@/domain/forms/form';
import type { Cell } from '@/lib/workbook';
import { timeZone } from '@/ui/format';

/** A table for analysts: what people wrote is not made harmless yet. */
interface AnalysisTable {
  head: string[];
  rowsOf: (thread: AnalysisThread) => Cell[][];
}

interface TableOptions {
  forms: EvidenceForms;
  /** Names and phones of observers are in it. */
  hasNames: boolean;
  t: TFunction;
}

/** A question with where it stands. */
interface Placed {
  form: FormMeta;
  section: Section;
  question: Question;
}

function placedQuestions({ forms, bodies }: EvidenceForms): Placed[] {
  return forms.flatMap((form) => {
    const sections = bodies.find(({ id }) => id === form.id)?.sections ?? [];
    return sections.flatMap((section) =>
      section.questions.map((question) => ({ form, section, question })),
    );
  });
}

function headsOf(t: TFunction, keys: readonly string[]): string[] {
  return keys.map((key) => t(`answers.analysis.column.${key}`));
}

/** A moment's column names its zone: neither workbooks nor CSV have one. */
function momentHead(t: TFunction, key: string): string {
  return `${t(`answers.analysis.column.${key}`)} (${timeZone()})`;
}

function moment(at: number | undefined): Date | null {
  return at === undefined ? null : new Date(at);
}

/** What stands before each row: the visit. */
function visitColumns({ t, hasNames }: TableOptions) {
  const heads = [
    ...headsOf(t, ['county', 'station', 'stationId', 'stationName']),
    ...headsOf(t, ['observerId']),
    ...(hasNames ? headsOf(t, ['observerName', 'observerPhone']) : []),
  ];
  const cells = (each: AnalysisThread): Cell[] => [
    each.county,
    each.stationNumber ?? null,
    each.pollingStationId,
    each.thread?.pollingStationName ?? '',
    each.observerId,
    ...(hasNames
      ? [each.thread?.observerName ?? '', each.thread?.observerPhone ?? '']
      : []),
  ];
  return { heads, cells };
}

function decisionHeads(t: TFunction): string[] {
  return headsOf(t, ['decision', 'decisionNote']);
}

/** The decision in force; '' where nobody decided. */
function decisionCells(
  { decisions: [latest] }: AnalysisThread,
  t: TFunction,
): Cell[] {
  return latest
    ? [t(`answers.triage.state.${latest.state}`), latest.note]
    : ['', ''];
}

/**
 * A row for each chosen option. An answer to a question that no form here has keeps its
 * number and the words that came with it.
 */
export function longTable(options: TableOptions): AnalysisTable {
  const { forms, t } = options;
  const visit = visitColumns(options);
  const byId = new Map(
    placedQuestions(forms).map((each) => [each.question.id, each]),
  );
  return {
    head: [
      ...visit.heads,
      ...headsOf(t, ['form', 'section', 'questionId', 'code', 'question']),
      ...headsOf(t, ['optionId', 'option', 'text', 'flagged']),
      momentHead(t, 'changed'),
      ...decisionHeads(t),
    ],
    rowsOf(thread) {
      const before = visit.cells(thread);
      const after = [
        moment(thread.thread?.lastModified),
        ...decisionCells(thread, t),
      ];
      return (thread.answers ?? []).flatMap(
        ({ questionId, options: chosen }) => {
          const placed = byId.get(questionId);
          return chosen.map((option) => [
            ...before,
            placed?.form.code ?? '',
            placed?.section.code ?? '',
            questionId,
            placed?.question.code ?? '',
            placed?.question.text ?? '',
            option.optionId,
            option.text,
            option.value ?? '',
            isOptionFlagged(option, placed?.question) ? 1 : 0,
            ...after,
          ]);
        },
      );
    },
  };
}

/**
 * A row for each visit, a column for each question of the published forms; several
 * options of one question stand on lines of their own. Two forms may have one code of a
 * question: the head has both.
 */
export function wideTable(options: TableOptions): AnalysisTable {
  const { forms, t } = options;
  const visit = visitColumns(options);
  const questions = placedQuestions(forms);
  const byId = new Map(questions.map((each) => [each.question.id, each]));
  return {
    head: [
      ...visit.heads,
      momentHead(t, 'changed'),
      momentHead(t, 'arrival'),
      momentHead(t, 'departure'),
      ...headsOf(t, ['urban', 'presidentFemale']),
      ...headsOf(t, ['voters', 'members', 'femaleMembers', 'minMembers']),
      ...headsOf(t, ['answered', 'flaggedCount', 'notes']),
      ...decisionHeads(t),
      ...questions.map(({ form, question }) => `${form.code}.${question.code}`),
    ],
    rowsOf(thread) {
      const { extra, answers = [], notes } = thread;
      const chosen = new Map(
        answers.map(({ questionId, options: all }) => [questionId, all]),
      );
      const flagged = answers.filter(({ questionId, options: all }) =>
        all.some((each) =>
          isOptionFlagged(each, byId.get(questionId)?.question),
        ),
      );
      return [
        [
          ...visit.cells(thread),
          moment(thread.thread?.lastModified),
          moment(extra?.observerArrivalTime),
          moment(extra?.observerLeaveTime),
          bit(extra?.urbanArea),
          bit(extra?.isPollingStationPresidentFemale),
          extra?.numberOfVotersOnTheList ?? null,
          extra?.numberOfCommissionMembers ?? null,
          extra?.numberOfFemaleMembers ?? null,
          extra?.minPresentMembers ?? null,
          // Nothing is said of a report whose details are not here.
          thread.answers ? answers.length : null,
          thread.answers ? flagged.length : null,
          notes?.length ?? null,
          ...decisionCells(thread, t),
          ...questions.map(({ question }) =>
            (chosen.get(question.id) ?? [])
              .map(({ text, value }) => (value ? `${text}: ${value}` : text))
              .join('\n'),
          ),
        ],
      ];
    },
  };
}

function bit(value: boolean | null | undefined): Cell {
  return typeof value === 'boolean' ? Number(value) : null;
}

/** A row for each option of each question: what the other tables have in their cells. */
export function codeBook({ forms, t }: Pick<TableOptions, 'forms' | 't'>): {
  head: string[];
  rows: Cell[][];
} {
  const cells = ({ form, section, question }: Placed, option?: Option) => [
    form.code,
    form.description,
    form.currentVersion,
    section.code,
    section.description,
    question.id,
    question.code,
    question.text,
    t(`answers.analysis.type.${question.questionType}`),
    option?.id ?? null,
    option?.text ?? '',
    option ? Number(option.flagged) : null,
    option ? Number(option.isFreeText) : null,
  ];
  return {
    head: [
      ...headsOf(t, ['form', 'formName', 'version', 'section', 'sectionName']),
      ...headsOf(t, ['questionId', 'code', 'question', 'type']),
      ...headsOf(t, ['optionId', 'option', 'flagged', 'freeText']),
    ],
    rows: placedQuestions(forms).flatMap((placed) =>
      placed.question.options.length === 0
        ? [cells(placed)]
        : placed.question.options.map((option) => cells(placed, option)),
    ),
  };
}
