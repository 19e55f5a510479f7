import type { Question, Section } from './form';
import type { Change } from './form-editing';
import {
  insertAfter,
  inSections,
  moveBefore,
  sectionOf,
  swap,
} from './form-editing';

/** A line of the outline: a section, or a question of the section above it. */
export type OutlineNode =
  | { id: number; section: Section }
  | { id: number; section: Section; question: Question; place: number };

/**
 * Sections and questions in one list, as they are read.
 * @returns questions with their place in the whole form, from 1.
 */
export function outlineOf(sections: readonly Section[]): OutlineNode[] {
  let place = 0;
  return sections.flatMap((section) => [
    { id: section.id, section },
    ...section.questions.map((question) => {
      place += 1;
      return { id: question.id, section, question, place };
    }),
  ]);
}

/**
 * Puts a section or question where it was dropped in the outline.
 * @param beforeId the line that now follows it; absent: the end.
 */
export function movePart(partId: number, beforeId?: number): Change {
  return inSections((sections) =>
    sections.some(({ id }) => id === partId)
      ? moveSection(sections, partId, beforeId)
      : moveQuestion(sections, partId, beforeId),
  );
}

/** Dropped among the questions of another section, it goes after that section. */
function moveSection(
  sections: Section[],
  id: number,
  beforeId?: number,
): Section[] {
  if (beforeId === undefined) return moveBefore(sections, id);
  const host = sectionOf(sections, beforeId);
  if (!host) return moveBefore(sections, id, beforeId);
  if (host.id === id) return sections;
  const others = sections.filter((section) => section.id !== id);
  const next = others[others.indexOf(host) + 1];
  return moveBefore(sections, id, next?.id);
}

/** Before a question it joins that one's section, before a section the one above. */
function moveQuestion(
  sections: Section[],
  id: number,
  beforeId?: number,
): Section[] {
  const from = sectionOf(sections, id);
  const question = from?.questions.find((each) => each.id === id);
  if (!from || !question || id === beforeId) return sections;
  const at = sections.findIndex((section) => section.id === beforeId);
  const to =
    beforeId === undefined
      ? sections.at(-1)
      : (sectionOf(sections, beforeId) ?? sections[Math.max(0, at - 1)]);
  if (!to) return sections;
  const isOnTop = at === 0;
  const followerId = isOnTop ? to.questions[0]?.id : beforeId;
  if (to.id === from.id) {
    const questions = moveBefore(from.questions, id, followerId);
    return questions === from.questions
      ? sections
      : withQuestions(sections, from.id, questions);
  }
  const left = from.questions.filter((each) => each.id !== id);
  const added = moveBefore([...to.questions, question], id, followerId);
  return withQuestions(withQuestions(sections, from.id, left), to.id, added);
}

/**
 * Moves a section or question one line up (-1) or down (1) by keyboard. At the
 * edge of its section a question goes over to the neighbouring one.
 */
export function stepPart(partId: number, by: -1 | 1): Change {
  return inSections((sections) => {
    const from = sectionOf(sections, partId);
    if (!from) return swap(sections, partId, by);
    const questions = swap(from.questions, partId, by);
    if (questions !== from.questions) {
      return withQuestions(sections, from.id, questions);
    }
    const to = sections[sections.indexOf(from) + by];
    const question = from.questions.find(({ id }) => id === partId);
    if (!to || !question) return sections;
    const left = from.questions.filter(({ id }) => id !== partId);
    const joined =
      by === 1
        ? [question, ...to.questions]
        : insertAfter(to.questions, [question]);
    return withQuestions(withQuestions(sections, from.id, left), to.id, joined);
  });
}

function withQuestions(
  sections: Section[],
  id: number,
  questions: Question[],
): Section[] {
  return sections.map((section) =>
    section.id === id ? { ...section, questions } : section,
  );
}
