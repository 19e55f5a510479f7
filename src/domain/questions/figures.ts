import type { Reports } from '@/domain/coverage/report';
import { placeOfReport } from '@/domain/coverage/report';

import type { AnswerBlock } from './answer-block';
import { readAnswerBlock } from './answer-block';
import type { NumberFigures, TypedText } from './numbers';
import { numbersOf } from './numbers';

/** Which reports count. Absent: all. */
export interface QuestionFilter {
  /** County code; '' where the station's name does not tell it. */
  county?: string | undefined;
  /** Epoch ms of the report's newest answer, inclusive. */
  from?: number | undefined;
  /** Exclusive. */
  to?: number | undefined;
  isUrban?: boolean | undefined;
  /** Of one organisation. */
  observerIds?: ReadonlySet<number> | undefined;
  /** Stations of a sample: see `stationName`. */
  stations?: ReadonlySet<string> | undefined;
}

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

const HOUR_MS = 3_600_000;

/** A station as a plan names it. @param number -1: not known. */
export function stationName(county: string, number: number): string {
  return `${county}:${number}`;
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
    for (const given of station.byQuestion())
      count(tallyOf(given.question), given);
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
  const readable = eachStation(
    blocks,
    reports,
    filter,
    (station) => {
      const [given] = station.byQuestion();
      if (!given) return;
      count(all, given);
      const county = counties.get(station.county) ?? emptyTally();
      counties.set(station.county, county);
      count(county, given);
      if (!Number.isNaN(station.newest)) {
        const hour = Math.floor(station.newest / HOUR_MS) * HOUR_MS;
        hours.set(hour, (hours.get(hour) ?? 0) + 1);
      }
      const texts = given.texts.filter(({ optionId }) =>
        freeText.has(optionId),
      );
      if (texts.length > 0) typed.push(texts);
    },
    question,
  );
  const numbers = typed.length === 0 ? undefined : numbersOf(typed);
  const total = countReports(reports, filter);
  return { ...all, readable, total, counties, hours, numbers };
}

/** What all reports of one station say of one question. */
interface Given {
  question: number;
  /** Options of each report. */
  choices: number[][];
  texts: TypedText[];
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

/** Compared as sets: an answer may name an option twice, and in any order. */
function areSame(one: readonly number[], other: readonly number[]): boolean {
  return (
    one.every((each) => other.includes(each)) &&
    other.every((each) => one.includes(each))
  );
}

interface Station {
  county: string;
  /** Epoch ms of its newest report; NaN where the server does not say. */
  newest: number;
  byQuestion: () => Iterable<Given>;
}

/**
 * Goes through the stations with a report that counts.
 * @param only the one question whose answers are wanted; absent: all.
 * @returns how many reports count.
 */
function eachStation(
  blocks: readonly AnswerBlock[],
  reports: Reports,
  filter: QuestionFilter,
  look: (station: Station) => void,
  only?: number,
): number {
  const fits = testOf(reports, filter);
  let readable = 0;
  let stationId = -1;
  let observer = -1;
  let county = '';
  let newest = Number.NaN;
  let given = new Map<number, Given>();
  let chosen: number[] | undefined;
  let texts: TypedText[] | undefined;

  const end = () => {
    if (given.size > 0) {
      const answers = given;
      look({ county, newest, byQuestion: () => answers.values() });
      given = new Map();
    }
    newest = Number.NaN;
  };

  for (const block of blocks) {
    readAnswerBlock(block, {
      thread(pollingStationId, observerId, isUrban) {
        const at = placeOfReport(reports, observerId, pollingStationId);
        if (at < 0 || !fits(at, observerId, isUrban)) return false;
        if (pollingStationId !== stationId) end();
        readable += 1;
        stationId = pollingStationId;
        observer = observerId;
        county = reports.countyCodes[reports.counties[at] ?? 0] ?? '';
        const time = reports.times[at] ?? Number.NaN;
        if (Number.isNaN(newest) || time > newest) newest = time;
        return true;
      },
      answer(question) {
        chosen = undefined;
        if (only !== undefined && question !== only) return;
        chosen = [];
        const known = given.get(question);
        texts = known?.texts ?? [];
        if (known) known.choices.push(chosen);
        else given.set(question, { question, choices: [chosen], texts });
      },
      option(optionId, text) {
        if (!chosen) return;
        chosen.push(optionId);
        if (text !== undefined && only !== undefined) {
          const of = { observerId: observer, pollingStationId: stationId };
          texts?.push({ optionId, text, ...of });
        }
      },
    });
    end();
    stationId = -1;
  }
  return readable;
}

/** Whether a report counts, by its place. `isUrban` is told in its details alone. */
type ReportTest = (
  at: number,
  observerId: number,
  isUrban: boolean | undefined,
) => boolean;

function testOf(reports: Reports, filter: QuestionFilter): ReportTest {
  const { from = -Infinity, to = Infinity, isUrban, observerIds } = filter;
  const county =
    filter.county === undefined
      ? undefined
      : reports.countyCodes.indexOf(filter.county);
  const isTimed = filter.from !== undefined || filter.to !== undefined;
  return (at, observerId, told) => {
    if (county !== undefined && reports.counties[at] !== county) return false;
    if (isUrban !== undefined && told !== isUrban) return false;
    if (observerIds && !observerIds.has(observerId)) return false;
    const time = reports.times[at] ?? Number.NaN;
    // A report whose time the server does not tell fits no hour.
    if (isTimed && !(time >= from && time < to)) return false;
    if (!filter.stations) return true;
    const code = reports.countyCodes[reports.counties[at] ?? 0] ?? '';
    const number = reports.stationNumbers[at] ?? -1;
    return filter.stations.has(stationName(code, number));
  };
}

/** All reports of a filter; whether a place is urban is not known without details. */
function countReports(reports: Reports, filter: QuestionFilter): number {
  const fits = testOf(reports, { ...filter, isUrban: undefined });
  let total = 0;
  for (let at = 0; at < reports.length; at += 1) {
    const observerId = reports.observerIds[reports.observers[at] ?? 0] ?? 0;
    if (fits(at, observerId, undefined)) total += 1;
  }
  return total;
}
