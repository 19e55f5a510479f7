import type { Question, Section } from './form';
import type { Change } from './editing';
import { addQuestion, inSections, moveBefore, swap } from './editing';

/**
 * Names a section or a question in one form: the server counts both from 1, so an
 * id alone could mean either.
 */
export type PartKey = `s${number}` | `q${number}`;

export function sectionKey({ id }: Pick<Section, 'id'>): PartKey {
  return `s${id}`;
}

export function questionKey({ id }: Pick<Question, 'id'>): PartKey {
  return `q${id}`;
}

/**
 * A line of the outline: a section, or a question of the nearest section above.
 */
export type OutlineNode =
  | { key: PartKey; section: Section }
  | { key: PartKey; section: Section; question: Question; place: number };

/**
 * Sections and questions in one list, in reading order. Question numbers count
 * through the whole form, from 1.
 */
export function outlineOf(sections: readonly Section[]): OutlineNode[] {
  let place = 0;
  return sections.flatMap((section) => [
    { key: sectionKey(section), section },
    ...section.questions.map((question) => {
      place += 1;
      return { key: questionKey(question), section, question, place };
    }),
  ]);
}

/** Moves a section or question before the line `before`, or to the end. */
export function movePart(part: PartKey, before?: PartKey): Change {
  return inSections((sections) => {
    const section = sections.find((each) => sectionKey(each) === part);
    return section
      ? moveSection(sections, section, before)
      : moveQuestion(sections, part, before);
  });
}

/**
 * A section that is dropped among the questions of another one goes after that
 * one.
 */
function moveSection(
  sections: Section[],
  section: Section,
  before?: PartKey,
): Section[] {
  const home = homeOf(sections, before);
  if (!home) {
    const follower = sections.find((each) => sectionKey(each) === before);
    return moveBefore(sections, section.id, follower?.id);
  }
  if (home === section) return sections;
  const others = sections.filter((each) => each !== section);
  const next = others[others.indexOf(home) + 1];
  return moveBefore(sections, section.id, next?.id);
}

/**
 * A question that is dropped before another question joins its section; before
 * a section, it joins the section above.
 */
function moveQuestion(
  sections: Section[],
  part: PartKey,
  before?: PartKey,
): Section[] {
  const from = homeOf(sections, part);
  const question = from && questionIn(from, part);
  if (!from || !question || part === before) return sections;
  const at = sections.findIndex((each) => sectionKey(each) === before);
  const to =
    before === undefined
      ? sections.at(-1)
      : (homeOf(sections, before) ??
        (at === -1 ? undefined : sections[Math.max(0, at - 1)]));
  if (!to) return sections;
  const follower = at === 0 ? to.questions[0]?.id : questionIn(to, before)?.id;
  if (to === from) {
    const questions = moveBefore(from.questions, question.id, follower);
    return questions === from.questions
      ? sections
      : withQuestions(sections, from, questions);
  }
  const joined = moveBefore([...to.questions, question], question.id, follower);
  return handOver(sections, from, to, question, joined);
}

/**
 * Moves a section or question one line up (-1) or down (1), for the keyboard. A
 * question at the edge of its section moves to the next section.
 */
export function stepPart(part: PartKey, by: -1 | 1): Change {
  return inSections((sections) => {
    const section = sections.find((each) => sectionKey(each) === part);
    if (section) return swap(sections, section.id, by);
    const from = homeOf(sections, part);
    const question = from && questionIn(from, part);
    if (!from || !question) return sections;
    const questions = swap(from.questions, question.id, by);
    if (questions !== from.questions) {
      return withQuestions(sections, from, questions);
    }
    const to = sections[sections.indexOf(from) + by];
    if (!to) return sections;
    const joined =
      by === 1 ? [question, ...to.questions] : [...to.questions, question];
    return handOver(sections, from, to, question, joined);
  });
}

/** The section that holds a question. */
function homeOf(
  sections: readonly Section[],
  part: PartKey | undefined,
): Section | undefined {
  return sections.find((section) => questionIn(section, part) !== undefined);
}

function questionIn(
  { questions }: Section,
  part: PartKey | undefined,
): Question | undefined {
  return questions.find((each) => questionKey(each) === part);
}

function handOver(
  sections: Section[],
  from: Section,
  to: Section,
  question: Question,
  joined: Question[],
): Section[] {
  const left = from.questions.filter((each) => each !== question);
  return withQuestions(withQuestions(sections, from, left), to, joined);
}

function withQuestions(
  sections: Section[],
  { id }: Section,
  questions: Question[],
): Section[] {
  return sections.map((section) =>
    section.id === id ? { ...section, questions } : section,
  );
}

/**
 * Puts a removed question back before the one that followed it, or at the end; does
 * nothing when the form has it again.
 */
export function putQuestionBack(
  sectionId: number,
  question: Question,
  followerId: number | undefined,
): Change {
  return (form) => {
    const isBack = form.sections.some(({ questions }) =>
      questions.some(({ id }) => id === question.id),
    );
    if (isBack) return form;
    const back = addQuestion(sectionId, question)(form);
    return followerId === undefined
      ? back
      : movePart(questionKey(question), questionKey({ id: followerId }))(back);
  };
}
