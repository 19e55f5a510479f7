import type { Reports } from '@/domain/coverage/report';
import { placeOfReport } from '@/domain/coverage/report';

import type { AnswerBlock } from './answer-block';
import { readAnswerBlock } from './answer-block';
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

/** What all reports of one station say of one question. */
export interface Given {
  question: number;
  /** Options of each report. */
  choices: number[][];
  /** Whose the reports are, in the same order. */
  observerIds: number[];
  texts: TypedText[];
}

/** Compared as sets: an answer may name an option twice, and in any order. */
export function areSame(
  one: readonly number[],
  other: readonly number[],
): boolean {
  return (
    one.every((each) => other.includes(each)) &&
    other.every((each) => one.includes(each))
  );
}

/** A station with a report that counts. */
export interface Station {
  pollingStationId: number;
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
export function eachStation(
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
      look({
        pollingStationId: stationId,
        county,
        newest,
        byQuestion: () => answers.values(),
      });
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
        if (known) {
          known.choices.push(chosen);
          known.observerIds.push(observer);
        } else {
          const observerIds = [observer];
          given.set(question, {
            question,
            choices: [chosen],
            observerIds,
            texts,
          });
        }
      },
      option(optionId, text) {
        if (!chosen) return;
        chosen.push(optionId);
        if (text !== undefined) {
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
export function countReports(reports: Reports, filter: QuestionFilter): number {
  const fits = testOf(reports, { ...filter, isUrban: undefined });
  let total = 0;
  for (let at = 0; at < reports.length; at += 1) {
    const observerId = reports.observerIds[reports.observers[at] ?? 0] ?? 0;
    if (fits(at, observerId, undefined)) total += 1;
  }
  return total;
}
