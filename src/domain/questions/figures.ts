import { HOUR_MS } from '@/domain/coverage/hours';
import type { Reports } from '@/domain/coverage/report';

import type { AnswerBlock } from './answer-block';
import { readAnswers } from './answer-block';
import type { NumberFigures, TypedText } from './numbers';
import { numbersOf } from './numbers';
import type { Given, QuestionFilter } from './stations';
import { areSame, countReports, eachStation, givenAt } from './stations';

/** What was answered to one question, by option. */
export interface QuestionFigures {
  /** Reports with an answer. */
  reports: number;
  /** Stations with an answer. */
  stations: number;
  /** Of these the stations whose reports chose different options: they count for none. */
  contradicting: number;
  /** By option: stations whose reports agree on it, and all reports that chose it. */
  options: ReadonlyMap<number, OptionFigures>;
}

export interface OptionFigures {
  stations: number;
  reports: number;
}

/** What was answered, and from how much of what there is. */
export interface AllFigures {
  questions: ReadonlyMap<number, QuestionFigures>;
  /** Reports that the filter lets through: those with their answers here, and all. */
  readable: number;
  total: number;
}

/** One question, in its parts. */
export interface OneFigures
  extends QuestionFigures, Pick<AllFigures, 'readable' | 'total'> {
  /** By county code. */
  counties: ReadonlyMap<string, QuestionFigures>;
  /** Stations by the hour of the newest report with an answer: epoch ms of its beginning. */
  hours: ReadonlyMap<number, number>;
  /** Numbers that were typed; absent where the question takes no text, or none was typed. */
  numbers?: NumberFigures | undefined;
}

/** The stations whose options one question counts: an agreed choice, or a contradiction. */
interface Tally {
  reports: number;
  stations: number;
  contradicting: number;
  options: Map<number, OptionFigures>;
}

function emptyTally(): Tally {
  return { reports: 0, stations: 0, contradicting: 0, options: new Map() };
}

/**
 * Counts what was answered to every question. A station is counted once: where two
 * observers chose different options, as contradicting.
 * @param blocks packed answers; answers of threads that no list has any more do not count.
 */
export function figuresOf(
  blocks: readonly AnswerBlock[],
  reports: Reports,
  filter: QuestionFilter,
): AllFigures {
  const tallies = new Map<number, Tally>();
  const tallyOf = (question: number) => {
    const known = tallies.get(question);
    if (known) return known;
    const made = emptyTally();
    tallies.set(question, made);
    return made;
  };
  const readable = eachStation(blocks, reports, filter, (station) => {
    const { block, places } = station;
    const [place] = places;
    if (places.length > 1 || place === undefined) {
      for (const given of givenAt(station))
        count(tallyOf(given.question), given);
      return;
    }
    // Most stations have one report, which agrees with itself.
    let tally = emptyTally();
    readAnswers(
      block,
      place,
      (question) => {
        tally = tallyOf(question);
        tally.reports += 1;
        tally.stations += 1;
      },
      (option) => {
        const figures = figuresAt(tally, option);
        figures.stations += 1;
        figures.reports += 1;
      },
    );
  });
  return { questions: tallies, readable, total: countReports(reports, filter) };
}

/**
 * The same of one question, with its parts.
 * @param freeText ids of its options that take text.
 */
export function figuresOfQuestion(
  blocks: readonly AnswerBlock[],
  reports: Reports,
  filter: QuestionFilter,
  question: number,
  freeText: ReadonlySet<number>,
): OneFigures {
  const all = emptyTally();
  const counties = new Map<string, Tally>();
  const hours = new Map<number, number>();
  const typed: TypedText[][] = [];
  const readable = eachStation(blocks, reports, filter, (station) => {
    const [given] = givenAt(station, question);
    if (!given) return;
    count(all, given);
    const county = counties.get(station.county) ?? emptyTally();
    counties.set(station.county, county);
    count(county, given);
    if (!Number.isNaN(station.newest)) {
      const hour = Math.floor(station.newest / HOUR_MS) * HOUR_MS;
      hours.set(hour, (hours.get(hour) ?? 0) + 1);
    }
    const texts = given.texts.filter(({ optionId }) => freeText.has(optionId));
    if (texts.length > 0) typed.push(texts);
  });
  const numbers = typed.length === 0 ? undefined : numbersOf(typed);
  const total = countReports(reports, filter);
  return { ...all, readable, total, counties, hours, numbers };
}

function count(tally: Tally, { choices }: Given): void {
  tally.reports += choices.length;
  tally.stations += 1;
  for (const chosen of choices) {
    for (const option of chosen) figuresAt(tally, option).reports += 1;
  }
  const [first = []] = choices;
  const isAgreed = choices.every((chosen) => areSame(chosen, first));
  if (!isAgreed) tally.contradicting += 1;
  else for (const option of first) figuresAt(tally, option).stations += 1;
}

function figuresAt({ options }: Tally, option: number): OptionFigures {
  const known = options.get(option);
  if (known) return known;
  const made = { stations: 0, reports: 0 };
  options.set(option, made);
  return made;
}
