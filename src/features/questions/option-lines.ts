import type { Option, Question } from '@/domain/forms/form';
import type {
  OptionFigures,
  QuestionFigures,
} from '@/domain/questions/figures';

/** One option of a question with its figures. */
export interface OptionLine extends OptionFigures {
  optionId: number;
  /** Undefined: the form no longer has the option. */
  option: Option | undefined;
  /** Of the stations whose reports agree; undefined where there is none. */
  share: number | undefined;
}

const NONE: QuestionFigures = {
  reports: 0,
  stations: 0,
  contradicting: 0,
  options: new Map(),
};

/** What was answered to a question; nothing where nobody answered it. */
export function figuresFor(
  questions: ReadonlyMap<number, QuestionFigures>,
  question: Question,
): QuestionFigures {
  return questions.get(question.id) ?? NONE;
}

/** Stations whose reports agree: what shares are shares of. */
export function agreeing(figures: QuestionFigures): number {
  return figures.stations - figures.contradicting;
}

/** The options in the order of the form, then those that were chosen and that it lost. */
export function optionLines(
  { options }: Question,
  figures: QuestionFigures,
): OptionLine[] {
  const size = agreeing(figures);
  const ids = new Set(options.map(({ id }) => id));
  const lost = [...figures.options.keys()].filter((id) => !ids.has(id));
  return [...ids, ...lost].map((optionId) => {
    const counted = figures.options.get(optionId);
    const { stations = 0, reports = 0 } = counted ?? {};
    return {
      optionId,
      option: options.find(({ id }) => id === optionId),
      stations,
      reports,
      share: size > 0 ? stations / size : undefined,
    };
  });
}
