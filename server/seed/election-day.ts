import { answerVisit } from './answers';
import type { AnswerRow } from './answers';
import type { BuiltForms, QuestionRow } from './forms/build';
import { writeLoneNotes, writeNotes } from './notes';
import type { AnsweredQuestions, NoteDraft } from './notes';
import type { ObserverPerson } from './observers';
import type { Places } from './places/places';
import { createRandom } from './random';
import type { Random } from './random';
import { describeStation } from './station-info';
import type { StationInfoRow } from './station-info';
import { planVisits } from './visits';
import type { Visit } from './visits';

/** Share of urgent threads; the demo has 12 to 15 %. */
const URGENT_SHARE = 0.135;
/** Counties where much goes wrong, and how much likelier a thread is urgent there. */
const TROUBLED_COUNTIES: ReadonlySet<string> = new Set(['BC', 'CT', 'GL']);
const TROUBLED_WEIGHT = 6;

export interface ElectionDay {
  threads: number;
  urgentThreads: number;
  answers: AnswerRow[];
  stationInfos: StationInfoRow[];
  notes: NoteDraft[];
}

interface VisitsInput {
  observers: readonly ObserverPerson[];
  places: Places;
  /** The exact number of (observer, station) pairs with answers. */
  threads: number;
  /** When the day ends. */
  now: Date;
}

interface ElectionDayInput extends VisitsInput {
  /** Those who send notes and no answers. */
  onlyNotes: readonly ObserverPerson[];
  forms: BuiltForms;
}

/** Who was where on the demo day, and when; the same input gives the same visits. */
export function visitsOfDay(input: VisitsInput): Visit[] {
  return planVisits(
    createRandom(`day ${input.threads}`),
    input.observers,
    input.places.byCounty,
    input.threads,
    input.now,
  );
}

/**
 * Makes up all that observers report over one election day. No row is later
 * than `now`; the same input gives the same rows.
 */
export function makeUpElectionDay(input: ElectionDayInput): ElectionDay {
  const random = createRandom(`reports ${input.threads}`);
  const visits = visitsOfDay(input);
  const urgent = chooseUrgent(random, visits, input.places);
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
  day.notes.push(
    ...writeLoneNotes(input.onlyNotes, input.places.byCounty, input.now),
  );
  return day;
}

/** A fixed share of all visits, more of them in the troubled counties. */
function chooseUrgent(
  random: Random,
  visits: readonly Visit[],
  { counties }: Places,
): Set<Visit> {
  const troubled = new Set(
    counties
      .filter(({ code }) => TROUBLED_COUNTIES.has(code))
      .map(({ id }) => id),
  );
  // Efraimidis and Spirakis: the greatest roots are a weighted sample.
  const drawn = visits.map((visit) => {
    const isTroubled = troubled.has(visit.station.countyId);
    const weight = isTroubled ? TROUBLED_WEIGHT : 1;
    return { visit, root: random.fraction() ** (1 / weight) };
  });
  const chosen = drawn
    .sort((a, b) => b.root - a.root)
    .slice(0, Math.round(visits.length * URGENT_SHARE));
  return new Set(chosen.map(({ visit }) => visit));
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
