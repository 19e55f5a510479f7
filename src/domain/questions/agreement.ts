import type { Reports } from '@/domain/coverage/report';
import type { Question } from '@/domain/forms/form';

import type { AnswerBlock } from './answer-block';
import { numberIn } from './numbers';
import type { Given, QuestionFilter } from './stations';
import { areSame, eachStation, givenAt } from './stations';

/** How two reports contradict each other: other options, or other numbers. */
type Difference = 'options' | 'numbers';

/** A station from which two observers or more reported. */
export interface ComparedStation {
  pollingStationId: number;
  /** County code; '' where the station's name does not tell it. */
  county: string;
  /** Whose reports are compared. */
  observerIds: readonly number[];
  /** Questions that two reports answered differently, and how. */
  contradictions: ReadonlyMap<number, Difference>;
  /** Of these the questions where one report chose a flagged option. */
  flagged: number;
}

/** How many stations with two answers to a question agree. */
interface QuestionAgreement {
  compared: number;
  agreed: number;
}

export interface Agreement {
  /** Stations with two reports, those with flagged contradictions first, then with most. */
  stations: readonly ComparedStation[];
  questions: ReadonlyMap<number, QuestionAgreement>;
  /** Reports that were read. */
  readable: number;
}

/**
 * Compares the reports of each station. Options are compared as sets, numbers that were
 * typed by their value; other texts are never a contradiction.
 * @param questions of the published forms: answers to others are not compared.
 */
export function agreementOf(
  blocks: readonly AnswerBlock[],
  reports: Reports,
  filter: QuestionFilter,
  questions: readonly Question[],
): Agreement {
  const flaggedOf = new Map(
    questions.map(({ id, options }) => [
      id,
      new Set(options.filter(({ flagged }) => flagged).map((each) => each.id)),
    ]),
  );
  const tallies = new Map<number, QuestionAgreement>();
  const stations: ComparedStation[] = [];
  const readable = eachStation(blocks, reports, filter, (station) => {
    if (station.places.length < 2) return;
    const contradictions = new Map<number, Difference>();
    let flagged = 0;
    for (const given of givenAt(station)) {
      const flags = flaggedOf.get(given.question);
      if (!flags || given.choices.length < 2) continue;
      const tally = tallies.get(given.question) ?? { compared: 0, agreed: 0 };
      tallies.set(given.question, tally);
      tally.compared += 1;
      const difference = differenceIn(given);
      if (difference === undefined) {
        tally.agreed += 1;
        continue;
      }
      contradictions.set(given.question, difference);
      if (given.choices.flat().some((option) => flags.has(option))) {
        flagged += 1;
      }
    }
    const { pollingStationId, county, observerIds } = station;
    stations.push({
      pollingStationId,
      county,
      observerIds,
      contradictions,
      flagged,
    });
  });
  stations.sort(
    (one, other) =>
      other.flagged - one.flagged ||
      other.contradictions.size - one.contradictions.size ||
      one.pollingStationId - other.pollingStationId,
  );
  return { stations, questions: tallies, readable };
}

/** How the reports of a station contradict each other; undefined: they do not. */
function differenceIn({ choices, texts }: Given): Difference | undefined {
  const [first = []] = choices;
  if (!choices.every((chosen) => areSame(chosen, first))) return 'options';
  for (const option of first) {
    const numbers = texts
      .filter(({ optionId }) => optionId === option)
      .map(({ text }) => numberIn(text))
      .filter((each) => each !== undefined);
    if (new Set(numbers).size > 1) return 'numbers';
  }
  return undefined;
}
