import type { AskedQuestion, OptionRow } from './forms/build';
import { questionType } from './forms/form';
import { itemAt } from './random';
import type { Random } from './random';
import { longTexts, MARKUP_TEXT } from './texts';
import type { Visit } from './visits';

const USUAL_SHARE = 0.72;
const COMPLETE_SHARE = 0.75;
const TEXT_SHARE = 0.94;
const LONG_TEXT_SHARE = 0.03;
const MARKUP_TEXT_SHARE = 0.01;
const MOST_FLAGGED = 3;

export interface AnswerRow {
  observerId: number;
  pollingStationId: number;
  questionId: number;
  optionId: number;
  value: string | null;
  lastModified: Date;
}

interface Reply {
  asked: AskedQuestion;
  at: number;
}

/**
 * Fills in the forms of one visit: one row per ticked option. A single choice
 * has one option, and only free-text options have a text. An urgent visit has
 * one to three flagged questions, every other visit none. At least one answer
 * is not flagged, so that each thread is in the normal list too
 * (docs/api-contract.md 4.2). `questions` are by form code.
 */
export function answerVisit(
  random: Random,
  visit: Visit,
  forms: ReadonlyMap<string, AskedQuestion[]>,
  isUrgent: boolean,
): AnswerRow[] {
  const replies = visit.fillings.flatMap((filling): Reply[] => {
    const asked = forms.get(filling.formCode) ?? [];
    const isComplete = random.chance(COMPLETE_SHARE);
    const answered = isComplete
      ? asked.length
      : random.between(Math.ceil(asked.length / 2), asked.length - 1);
    const step = (filling.to - filling.from) / answered;
    return asked.slice(0, answered).map((question, index) => ({
      asked: question,
      at: filling.from + Math.round(step * (index + random.fraction())),
    }));
  });
  const flaggable = replies.filter(({ asked }) =>
    asked.options.some(isFlagged),
  );
  const flagged = new Set(
    isUrgent ? random.sample(flaggable, random.between(1, MOST_FLAGGED)) : [],
  );

  return replies.flatMap((reply) =>
    chooseOptions(random, reply.asked, flagged.has(reply)).map((option) => ({
      observerId: visit.observer.id,
      pollingStationId: visit.station.id,
      questionId: reply.asked.question.id,
      optionId: option.id,
      value: option.isFreeText ? writeText(random, option) : null,
      lastModified: new Date(reply.at),
    })),
  );
}

function chooseOptions(
  random: Random,
  { question, options }: AskedQuestion,
  isAlarm: boolean,
): OptionRow[] {
  const isSingle =
    question.questionType === questionType.single ||
    question.questionType === questionType.singleWithText;
  const calm = options.filter((option) => !option.flagged);
  const [usual, ...unusual] = calm;
  if (isAlarm) {
    const alarm = random.pick(options.filter(isFlagged));
    const hasMore = !isSingle && unusual.length > 0 && random.chance(0.3);
    return hasMore ? [random.pick(unusual), alarm] : [alarm];
  }
  if (usual === undefined || unusual.length === 0) return [itemAt(calm, 0)];
  if (random.chance(USUAL_SHARE)) return [usual];
  return random.sample(unusual, isSingle ? 1 : random.between(1, 2));
}

function writeText(random: Random, option: OptionRow): string | null {
  if (!random.chance(TEXT_SHARE)) return null;
  if (random.chance(LONG_TEXT_SHARE)) return random.pick(longTexts);
  if (random.chance(MARKUP_TEXT_SHARE)) return MARKUP_TEXT;
  return random.pick(option.samples);
}

function isFlagged(option: OptionRow): boolean {
  return option.flagged;
}
