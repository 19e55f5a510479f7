import type { Question, Section } from './form';
import { adoptIds, isSameContent } from './form';

/** Makes an id for a part that the server does not know: negative, never used before. */
export type NewId = () => number;

/** The same sections as parts of a form that the server does not have yet. */
export function withNewIds(
  sections: readonly Section[],
  newId: NewId,
): Section[] {
  return sections.map((section) => ({
    ...section,
    id: newId(),
    questions: section.questions.map((each) => renewed(each, newId)),
  }));
}

/** The same question, with its options, as a new one. */
export function renewed(question: Question, newId: NewId): Question {
  const options = question.options.map((each) => ({ ...each, id: newId() }));
  return { ...question, id: newId(), options };
}

/** Questions of the server that now stand in another section than before. */
export function movedQuestions(
  base: readonly Section[],
  mine: readonly Section[],
): Question[] {
  const homes = new Map(
    base.flatMap(({ id, questions }) =>
      questions.map((question) => [question.id, id]),
    ),
  );
  return mine.flatMap(({ id, questions }) =>
    questions.filter((question) => {
      const home = homes.get(question.id);
      return home !== undefined && home !== id;
    }),
  );
}

/**
 * What can be sent: the server looks for a question only under its own section
 * (docs/api-contract.md 4.1 "merge"), so one that changed sections goes out as
 * a new one and
 * the old one is removed. With its id it would be doubled.
 */
export function sendable(
  base: readonly Section[],
  mine: readonly Section[],
  newId: NewId,
): Section[] {
  const moved = new Set(movedQuestions(base, mine));
  return mine.map((section) => ({
    ...section,
    questions: section.questions.map((question) =>
      moved.has(question) ? renewed(question, newId) : question,
    ),
  }));
}

/**
 * The server numbered a form that is open under temporary ids: its parts get the
 * server's ids. As the server has what was sent, parts are matched by place; where it
 * has something else, by likeness.
 * @param sent the sections as they were when they were sent; @param real the server's.
 */
export function withRealIds(
  mine: readonly Section[],
  sent: readonly Section[],
  real: readonly Section[],
): Section[] {
  // The server does not give back sections without questions
  // (docs/api-contract.md 4.1).
  const full = sent.filter(({ questions }) => questions.length > 0);
  if (!isSameContent(full, real)) return adoptIds(mine, real);
  const ids = new Map(pairs(full, real));
  const idOf = (id: number) => ids.get(id) ?? id;
  return mine.map((section) => ({
    ...section,
    id: idOf(section.id),
    questions: section.questions.map((question) => ({
      ...question,
      id: idOf(question.id),
      options: question.options.map((option) => ({
        ...option,
        id: idOf(option.id),
      })),
    })),
  }));
}

function pairs(sent: readonly Section[], real: readonly Section[]) {
  const servers = idsOf(real);
  return idsOf(sent).map((id, n): [number, number] => [id, servers[n] ?? id]);
}

function idsOf(sections: readonly Section[]): number[] {
  return sections.flatMap(({ id, questions }) => [
    id,
    ...questions.flatMap((question) => [
      question.id,
      ...question.options.map((option) => option.id),
    ]),
  ]);
}
