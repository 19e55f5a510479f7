import type { Question, Section } from './form';
import { adoptIds, isSameContent } from './form';

/**
 * Answers a negative id that no part has had, for a part that the server does
 * not know.
 */
export type NewId = () => number;

/**
 * A copy of the sections, as parts of a form that the server does not have yet.
 */
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

/** A copy of the question and its options, as a new question. */
export function renewed(question: Question, newId: NewId): Question {
  const options = question.options.map((each) => ({ ...each, id: newId() }));
  return { ...question, id: newId(), options };
}

/**
 * The questions with a server id that stand in another section than in `base`.
 */
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
 * The sections as they can be sent. The server looks for a question only under
 * its own section (docs/api-contract.md 4.1 "merge") and would double one that
 * came with its id under another. So a question that changed sections is sent
 * as a new one, and the old one is removed.
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
 * Puts the server's ids in the place of those that an edited form has: temporary
 * ones, or of parts that were deleted and added again since.
 * @param sent what `mine` was made of, as it was sent or read. @param real what the
 * server has. Where both have the same content, parts are matched by place, else by
 * equal content.
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

/** The ids of all parts, in reading order. */
export function idsOf(sections: readonly Section[]): number[] {
  return sections.flatMap(({ id, questions }) => [
    id,
    ...questions.flatMap((question) => [
      question.id,
      ...question.options.map((option) => option.id),
    ]),
  ]);
}
