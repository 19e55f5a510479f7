import type { Question, Section } from '@/domain/forms/form';
import { isSameContent, removedParts } from '@/domain/forms/form';

/**
 * Whether the server has our save of a form and still some of the parts that
 * the save removes. Each part is removed by a separate request; when one of
 * them is lost, the server has more than `mine` although nobody else changed
 * the form.
 * @param base what the user saw. @param mine what they want.
 * @param theirs what the server has now.
 */
export function isHalfSaved(
  base: readonly Section[],
  mine: readonly Section[],
  theirs: readonly Section[],
): boolean {
  const removed = removedParts(base, mine);
  const sections = new Map(removed.sections.map((each) => [each.id, each]));
  const questions = new Map(
    removed.questions.map(({ question }) => [question.id, question]),
  );
  let isTouched = false;
  const rest = theirs.flatMap((section) => {
    const old = sections.get(section.id);
    if (old) {
      isTouched ||= !isSameContent([old], [section]);
      return [];
    }
    const kept = section.questions.filter((question) => {
      const before = questions.get(question.id);
      if (before) isTouched ||= !isSameQuestion(before, question);
      return !before;
    });
    return [{ ...section, questions: kept }];
  });
  // What others changed of a part that we remove is theirs to keep.
  return !isTouched && isSameContent(rest, mine);
}

function isSameQuestion(a: Question, b: Question): boolean {
  const alone = (question: Question) => [
    { id: 0, code: '', description: '', questions: [question] },
  ];
  return isSameContent(alone(a), alone(b));
}
