import type { Section } from './form';
import type { NewId } from './ids';
import { renewed } from './ids';

/**
 * What saving our sections over theirs does to one change by others. removed:
 * the part goes. replaced: its wording goes. restored: a part that they removed
 * comes back. stays: an option that the server cannot remove
 * (docs/api-contract.md 4.1).
 */
export interface Loss {
  /** Kind and id of the part. */
  key: string;
  kind: 'removed' | 'replaced' | 'restored' | 'stays';
  part: Part['kind'];
  /** Name of the part in their form; in ours when they have removed it. */
  name: string;
}

/**
 * What others added, changed or removed since `base` and saving `mine` would
 * undo, in reading order.
 */
export function lossesOf(
  base: readonly Section[],
  mine: readonly Section[],
  theirs: readonly Section[],
): Loss[] {
  const [before, ours, now] = [partsOf(base), partsOf(mine), partsOf(theirs)];
  const undone = [...now].flatMap(([key, part]): Loss[] => {
    const isTheirs = before.get(key)?.content !== part.content;
    // A removed part stands for its questions and options.
    const goesWithParent = part.parent !== undefined && !ours.has(part.parent);
    const mine = ours.get(key);
    const isOurs = mine?.content === part.content;
    if (!isTheirs || isOurs) return [];
    if (mine) return [lossOf('replaced', key, part)];
    if (goesWithParent && isListed(part.parent, before, now)) return [];
    const stays = part.kind === 'option' && !goesWithParent;
    return [lossOf(stays ? 'stays' : 'removed', key, part)];
  });
  const restored = [...before].flatMap(([key, { parent }]): Loss[] => {
    const part = ours.get(key);
    const isGone = !now.has(key);
    const comesWithParent = parent !== undefined && !now.has(parent);
    return part && isGone && !comesWithParent
      ? [lossOf('restored', key, part)]
      : [];
  });
  return [...undone, ...restored];
}

/** Whether others added or changed the part since `base`. */
function isListed(
  key: string | undefined,
  before: ReadonlyMap<string, Part>,
  now: ReadonlyMap<string, Part>,
): boolean {
  if (key === undefined) return false;
  const part = now.get(key);
  if (part === undefined) return false;
  return (
    before.get(key)?.content !== part.content ||
    isListed(part.parent, before, now)
  );
}

interface Part {
  kind: 'section' | 'question' | 'option';
  name: string;
  /**
   * What a person sees of the part itself, without its questions or options.
   */
  content: string;
  /** Key of the parent part. */
  parent?: string | undefined;
}

/** All parts of a form by kind and id, in reading order. */
function partsOf(sections: readonly Section[]): Map<string, Part> {
  const parts = new Map<string, Part>();
  for (const { id, code, description, questions } of sections) {
    const inSection = `section:${id}`;
    parts.set(inSection, partOf('section', `${code} ${description}`));
    for (const { id: questionId, options, ...question } of questions) {
      const inQuestion = `question:${questionId}`;
      const { code: number, text, questionType } = question;
      parts.set(inQuestion, {
        ...partOf('question', `${number} ${text}`, questionType),
        parent: inSection,
      });
      for (const option of options) {
        parts.set(`option:${option.id}`, {
          ...partOf('option', option.text, option.isFreeText, option.flagged),
          parent: inQuestion,
        });
      }
    }
  }
  return parts;
}

function partOf(
  kind: Part['kind'],
  name: string,
  ...rest: (number | boolean)[]
): Part {
  return { kind, name: name.trim(), content: [name, ...rest].join('\n') };
}

function lossOf(
  kind: Loss['kind'],
  key: string,
  { kind: part, name }: Part,
): Loss {
  return { key, kind, part, name };
}

/**
 * Our sections, ready to be saved over theirs. A part that the server has
 * removed or moved is sent as a new one: with its old id the server would
 * refuse or double it (docs/api-contract.md 4.1 "merge").
 */
export function overwriting(
  mine: readonly Section[],
  theirs: readonly Section[],
  newId: NewId,
): Section[] {
  const servers = new Map(theirs.map((section) => [section.id, section]));
  return mine.map((section) => {
    const server = servers.get(section.id);
    const questions = new Map(server?.questions.map((each) => [each.id, each]));
    return {
      ...section,
      id: server || section.id < 0 ? section.id : newId(),
      questions: section.questions.map((question) => {
        const known = questions.get(question.id);
        if (!known)
          return question.id < 0 ? question : renewed(question, newId);
        const options = new Set(known.options.map(({ id }) => id));
        return {
          ...question,
          options: question.options.map((option) =>
            option.id < 0 || options.has(option.id)
              ? option
              : { ...option, id: newId() },
          ),
        };
      }),
    };
  });
}
