import type { DetailRead } from '@/data/threads/details';
import type { PublishedForms } from '@/data/forms/forms';
import type {
  Completeness,
  FormBody,
  FormMeta,
  ThreadAnswers,
} from '@/domain/forms/form';
import {
  answersById,
  completeness,
  isQuestionFlagged,
} from '@/domain/forms/form';
import type { JoinedNote } from '@/domain/answers/note';
import { joinNotes } from '@/domain/answers/note';

/** One published form in a thread. */
export interface FormTab {
  form: FormMeta;
  /** Its sections, when they are cached. */
  body?: FormBody | undefined;
  /** Absent while the sections are not cached. */
  counts?: Completeness | undefined;
  /** Ids of its flagged questions, in the form's order. */
  flagged: readonly number[];
}

/** A picture that an observer sent with a note. */
interface Picture {
  /** Its address without the signature, which identifies it. */
  path: string;
  /** Where to load it now. */
  src: string;
  /** Code of the question that it belongs to. */
  questionCode?: string | undefined;
  /** From 1, over all pictures of the thread. */
  number: number;
}

/** A thread's record with its forms, ready to be drawn. */
export interface ThreadView {
  answers: ThreadAnswers;
  tabs: readonly FormTab[];
  notes: readonly JoinedNote[];
  /** Notes that stand beside a question, by question id. */
  notesByQuestion: ReadonlyMap<number, readonly JoinedNote[]>;
  /** Notes that have no question here. */
  looseNotes: readonly JoinedNote[];
  pictures: readonly Picture[];
  /** Answers to questions of no published form; 0 until all sections are cached. */
  strayAnswers: number;
}

/** Ties answers and notes of a thread to the published forms. */
export function viewThread(
  detail: NonNullable<DetailRead['detail']>,
  { forms, bodies }: PublishedForms,
): ThreadView {
  const answers = answersById(detail.answers ?? []);
  const notes = joinNotes(detail.notes ?? [], forms, bodies, answers);
  const tabs = forms.map((form): FormTab => {
    const body = bodies.find(({ id }) => id === form.id);
    return body
      ? {
          form,
          body,
          counts: completeness(form, body, answers),
          flagged: flaggedOf(body, answers),
        }
      : { form, flagged: [] };
  });
  return {
    answers,
    tabs,
    notes,
    notesByQuestion: byQuestion(notes),
    looseNotes: notes.filter((note) => !note.hasCorrespondingQuestion),
    pictures: picturesOf(notes),
    strayAnswers: tabs.every(({ body }) => body)
      ? answers.size -
        tabs.reduce((sum, { counts }) => sum + (counts?.answered ?? 0), 0)
      : 0,
  };
}

function flaggedOf(body: FormBody, answers: ThreadAnswers): number[] {
  return body.sections
    .flatMap(({ questions }) => questions)
    .filter((question) => isQuestionFlagged(question, answers))
    .map(({ id }) => id);
}

function byQuestion(
  notes: readonly JoinedNote[],
): Map<number, readonly JoinedNote[]> {
  const groups = new Map<number, JoinedNote[]>();
  for (const note of notes) {
    const { questionId, hasCorrespondingQuestion } = note;
    if (!hasCorrespondingQuestion || questionId === undefined) continue;
    groups.set(questionId, [...(groups.get(questionId) ?? []), note]);
  }
  return groups;
}

/** Every picture of the notes, in their order: next and previous go through all. */
function picturesOf(notes: readonly JoinedNote[]): Picture[] {
  const pictures: Picture[] = [];
  for (const { attachments, questionCode } of notes) {
    for (const { path, src, type } of attachments) {
      if (type !== 'image') continue;
      const number = pictures.length + 1;
      pictures.push({ path, src, number, questionCode });
    }
  }
  return pictures;
}

/**
 * The form to open a thread with: the first with a flagged answer, else the
 * first with any answer, else the first.
 */
export function firstTab(tabs: readonly FormTab[]): FormTab | undefined {
  return (
    tabs.find(({ counts }) => (counts?.flagged ?? 0) > 0) ??
    tabs.find(({ counts }) => (counts?.answered ?? 0) > 0) ??
    tabs[0]
  );
}
