import type { Reports } from '@/domain/coverage/report';
import { placeOfReport } from '@/domain/coverage/report';

import type { AnswerBlock } from './answer-block';
import { readAnswers, readThreads } from './answer-block';
import type { TypedText } from './numbers';

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

/** A station as a plan names it. @param number -1: not known. */
export function stationName(county: string, number: number): string {
  return `${county}:${number}`;
}

/** A station with the reports that count. */
export interface Station {
  pollingStationId: number;
  county: string;
  /** Epoch ms of its newest report; NaN where the server does not say. */
  newest: number;
  block: AnswerBlock;
  /** Of its reports in the block, and whose they are, in the same order. */
  places: readonly number[];
  observerIds: readonly number[];
}

/** What all reports of one station say of one question. */
export interface Given {
  question: number;
  /** Options of each report with an answer. */
  choices: number[][];
  texts: TypedText[];
}

/**
 * What the reports of a station say, question by question.
 * @param only the one question that is wanted; absent: all.
 */
export function givenAt(
  { block, places, observerIds, pollingStationId }: Station,
  only?: number,
): Given[] {
  const given = new Map<number, Given>();
  for (const [at, place] of places.entries()) {
    const observerId = observerIds[at] ?? 0;
    let of: Given | undefined;
    readAnswers(
      block,
      place,
      (question) => {
        of = undefined;
        if (only !== undefined && question !== only) return;
        of = given.get(question) ?? { question, choices: [], texts: [] };
        given.set(question, of);
        of.choices.push([]);
      },
      (optionId, text) => {
        of?.choices.at(-1)?.push(optionId);
        if (text === undefined) return;
        of?.texts.push({ optionId, text, observerId, pollingStationId });
      },
    );
  }
  return [...given.values()];
}

/** Compared as sets: two answers may name the same options in any order. */
export function areSame(
  one: readonly number[],
  other: readonly number[],
): boolean {
  return (
    one.every((each) => other.includes(each)) &&
    other.every((each) => one.includes(each))
  );
}

/**
 * Goes through the stations with a report that counts.
 * @returns how many reports count.
 */
export function eachStation(
  blocks: readonly AnswerBlock[],
  reports: Reports,
  filter: QuestionFilter,
  look: (station: Station) => void,
): number {
  const fits = testOf(reports, filter);
  let readable = 0;
  for (const block of blocks) {
    let station:
      | (Station & { places: number[]; observerIds: number[] })
      | undefined;
    readThreads(block, ({ place, pollingStationId, observerId, isUrban }) => {
      const at = placeOfReport(reports, observerId, pollingStationId);
      if (at < 0 || !fits(at, observerId, isUrban)) return;
      readable += 1;
      const time = reports.times[at] ?? Number.NaN;
      if (station?.pollingStationId === pollingStationId) {
        station.places.push(place);
        station.observerIds.push(observerId);
        const { newest } = station;
        if (time > newest || Number.isNaN(newest)) station.newest = time;
        return;
      }
      if (station) look(station);
      station = {
        pollingStationId,
        county: reports.countyCodes[reports.counties[at] ?? 0] ?? '',
        newest: time,
        block,
        places: [place],
        observerIds: [observerId],
      };
    });
    if (station) look(station);
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
export function countReports(reports: Reports, filter: QuestionFilter): number {
  const fits = testOf(reports, { ...filter, isUrban: undefined });
  let total = 0;
  for (let at = 0; at < reports.length; at += 1) {
    const observerId = reports.observerIds[reports.observers[at] ?? 0] ?? 0;
    if (fits(at, observerId, undefined)) total += 1;
  }
  return total;
}
