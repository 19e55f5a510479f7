import { questionType } from '../seed/forms/form';
import type { Random } from '../seed/random';
import type { FormQuestion, PhoneAnswer } from './phone';

const USUAL_SHARE = 0.7;

const CALM_TEXTS = [
  'S-a lămurit pe loc cu președintele.',
  'A durat câteva minute.',
  'Am notat în registru.',
  'Sala este mică, dar se vede tot.',
];

const ALARM_TEXTS = [
  'Am cerut consemnarea, încă nu s-a scris.',
  'Aștept un răspuns de la președinte.',
  'S-a repetat de două ori în ultima oră.',
  'Cer un telefon de la coordonare.',
];

/**
 * Answers one question as an observer would.
 *
 * In: the stream, the question as the server gave it, whether to tick a flagged
 * option if there is one. Out: one option for single choices (types 1 and 2),
 * one or two for multiple ones, a text beside free-text options; `undefined`
 * when there is nothing to tick.
 */
export function fillIn(
  random: Random,
  { id, questionType: type, optionsToQuestions }: FormQuestion,
  isAlarm: boolean,
): PhoneAnswer | undefined {
  const flagged = optionsToQuestions.filter((option) => option.flagged);
  const calm = optionsToQuestions.filter((option) => !option.flagged);
  const [usual, ...unusual] = calm;
  const isSingle =
    type === questionType.single || type === questionType.singleWithText;
  const chosen = choose();
  if (chosen.length === 0) return undefined;
  return {
    questionId: id,
    options: chosen.map((option) => {
      const texts = option.flagged ? ALARM_TEXTS : CALM_TEXTS;
      const value = option.isFreeText ? random.pick(texts) : null;
      return { optionId: option.id, value };
    }),
  };

  function choose() {
    if (isAlarm && flagged.length > 0) return [random.pick(flagged)];
    if (usual === undefined) return [];
    if (unusual.length === 0 || random.chance(USUAL_SHARE)) return [usual];
    return random.sample(unusual, isSingle ? 1 : random.between(1, 2));
  }
}
