import type { FormBody, Question, Section } from '@/domain/forms/form';

/** Questions that stand together under the title of their section. */
interface QuestionGroup {
  key: string;
  section: Section;
  questions: Question[];
}

/**
 * The questions of a form in reading order: those in `first`, each group under
 * its section, then the rest as the form has them (docs/product.md). `isOnly`
 * leaves the rest out.
 */
export function groupQuestions(
  { sections }: FormBody,
  first: ReadonlySet<number>,
  isOnly: boolean,
): QuestionGroup[] {
  const ahead = pick(sections, 'first', ({ id }) => first.has(id));
  if (isOnly) return ahead;
  const rest = pick(sections, 'rest', ({ id }) => !first.has(id));
  const last = ahead.at(-1);
  const next = rest[0];
  if (last === undefined || last.section !== next?.section) {
    return [...ahead, ...rest];
  }
  // A title that repeats the one before it is left out.
  const joined = {
    ...last,
    questions: [...last.questions, ...next.questions],
  };
  return [...ahead.slice(0, -1), joined, ...rest.slice(1)];
}

/** Least heights as in question-card.module.css, in px: what stands around the options, and one of them. */
const CARD_HEIGHT = 48;
const OPTION_HEIGHT = 24;

/** How many questions surely fill `height` px. */
export function countThatFill(
  groups: readonly QuestionGroup[],
  height: number,
): number {
  let left = height;
  let count = 0;
  for (const { options } of groups.flatMap(({ questions }) => questions)) {
    if (left <= 0) break;
    left -= CARD_HEIGHT + OPTION_HEIGHT * options.length;
    count += 1;
  }
  return count;
}

/** The groups cut after so many questions. */
export function firstOf(
  groups: readonly QuestionGroup[],
  count: number,
): QuestionGroup[] {
  const cut: QuestionGroup[] = [];
  let left = count;
  for (const group of groups) {
    if (left <= 0) break;
    cut.push({ ...group, questions: group.questions.slice(0, left) });
    left -= group.questions.length;
  }
  return cut;
}

function pick(
  sections: readonly Section[],
  name: string,
  isWanted: (question: Question) => boolean,
): QuestionGroup[] {
  return sections
    .map((section) => ({
      key: `${name}-${section.id}`,
      section,
      questions: section.questions.filter(isWanted),
    }))
    .filter(({ questions }) => questions.length > 0);
}
