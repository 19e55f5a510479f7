import { answerVisit } from './answers';
import type { AnswerRow } from './answers';
import type { BuiltForms, QuestionRow } from './forms/build';
import { writeNotes } from './notes';
import type { AnsweredQuestions, NoteDraft } from './notes';
import type { ObserverPerson } from './observers';
import type { Places } from './places/places';
import { createRandom } from './random';
import { describeStation } from './station-info';
import type { StationInfoRow } from './station-info';
import { planVisits } from './visits';

/** Share of urgent threads; the demo has 12 to 15 %. */
const URGENT_SHARE = 0.135;

export interface ElectionDay {
  threads: number;
  urgentThreads: number;
  answers: AnswerRow[];
  stationInfos: StationInfoRow[];
  notes: NoteDraft[];
}

interface ElectionDayInput {
  observers: readonly ObserverPerson[];
  places: Places;
  forms: BuiltForms;
  /** The exact number of (observer, station) pairs with answers. */
  threads: number;
  /** When the day ends. */
  now: Date;
}

/**
 * Makes up all that observers report over one election day. No row is later
 * than `now`; the same input gives the same rows.
 */
export function makeUpElectionDay(input: ElectionDayInput): ElectionDay {
  const random = createRandom(`day ${input.threads}`);
  const visits = planVisits(
    random,
    input.observers,
    input.places.byCounty,
    input.threads,
    input.now,
  );
  const urgent = new Set(
    random.sample(visits, Math.round(visits.length * URGENT_SHARE)),
  );
  const flaggedOptions = new Set(
    input.forms.options.filter(({ flagged }) => flagged).map(({ id }) => id),
  );
  const questions = new Map(
    input.forms.questions.map((question) => [question.id, question]),
  );
  const orders = new Map(
    input.places.municipalities.map(({ id, order }) => [id, order]),
  );

  const day: ElectionDay = {
    threads: visits.length,
    urgentThreads: urgent.size,
    answers: [],
    stationInfos: [],
    notes: [],
  };
  for (const visit of visits) {
    const isUrgent = urgent.has(visit);
    const answers = answerVisit(random, visit, input.forms.asked, isUrgent);
    day.answers.push(...answers);
    const order = orders.get(visit.station.municipalityId) ?? 1;
    const info = describeStation(random, visit, order);
    if (info) day.stationInfos.push(info);
    const replies = groupByQuestion(answers, questions, flaggedOptions);
    day.notes.push(...writeNotes(random, visit, replies));
  }
  return day;
}

/** The answered questions, each once; flagged ones apart. */
function groupByQuestion(
  answers: readonly AnswerRow[],
  questions: ReadonlyMap<number, QuestionRow>,
  flaggedOptions: ReadonlySet<number>,
): AnsweredQuestions {
  const ids = new Set(answers.map(({ questionId }) => questionId));
  const flaggedIds = new Set(
    answers
      .filter(({ optionId }) => flaggedOptions.has(optionId))
      .map(({ questionId }) => questionId),
  );
  const flagged: QuestionRow[] = [];
  const usual: QuestionRow[] = [];
  for (const id of ids) {
    const question = questions.get(id);
    if (question) (flaggedIds.has(id) ? flagged : usual).push(question);
  }
  return { flagged, usual };
}
