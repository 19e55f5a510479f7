import { useMemo } from 'react';

import { hasLastShown, useLastShown } from '@/data/live/last-screen';
import type { CountyCoverage } from '@/domain/coverage/county-coverage';
import { coverageOf } from '@/domain/coverage/county-coverage';
import type { Coverage, CoverageMoment } from '@/domain/coverage/figures';
import type { HourOfReports } from '@/domain/coverage/hours';
import { lastReportsPerHour } from '@/domain/coverage/hours';

import type { CoverageSource, CoverageState } from './coverage';

/** Hours in the small bars of a county, the current one last. */
const HOURS_SHOWN = 12;

/** What it is called in the record of the last screen. */
const PART = 'counties';

/** A line of the table of counties. */
export interface CountyLine extends CountyCoverage {
  /** Of the county; its code where the list of counties has no such one. */
  name: string;
  hours: readonly HourOfReports[];
}

export interface CountyLines {
  counties: CountyLine[];
  total: Coverage & { hours: readonly HourOfReports[] };
}

type CountedRows = Pick<CoverageSource, 'reports' | 'counties' | 'observers'>;

/**
 * Of reports their last figures: these hold for the minute, and also when only the
 * state of the lists changed since.
 */
const counted = new WeakMap<
  CoverageSource['reports'],
  { rows: CountedRows; now: number; lines: CountyLines }
>();

/**
 * The figures of all counties, in their order. Today began at midnight of the
 * device's zone.
 * @param now epoch ms by the server's clock.
 */
export function countyLines(rows: CountedRows, now: number): CountyLines {
  const known = counted.get(rows.reports);
  const isKnown =
    known?.rows.counties === rows.counties &&
    known.rows.observers === rows.observers &&
    known.now === now;
  if (isKnown) return known.lines;
  const dayStart = new Date(now).setHours(0, 0, 0, 0);
  const lines = countLines(rows, { now, dayStart });
  counted.set(rows.reports, { rows, now, lines });
  return lines;
}

function countLines(
  { reports, counties, observers }: CountedRows,
  moment: CoverageMoment,
): CountyLines {
  const coverage = coverageOf(reports, counties, observers, moment);
  const hours = lastReportsPerHour(reports, moment.now, HOURS_SHOWN);
  const names = new Map(counties.map(({ code, name }) => [code, name]));
  const none = hours.total.map(({ hour }) => ({ hour, urgent: 0, other: 0 }));
  return {
    counties: coverage.counties.map((line) => ({
      ...line,
      name: names.get(line.county) ?? line.county,
      hours: hours.byCounty.get(line.county) ?? none,
    })),
    total: { ...coverage.total, hours: hours.total },
  };
}

/** What was read, and the moment that it is counted for. */
export interface CoverageRead {
  source: CoverageSource;
  /** Epoch ms by the server's clock. */
  now: number;
}

/** What the screen of counties shows: counted now, or as the last start showed it. */
export interface CountyFigures extends CoverageState {
  lines: CountyLines;
  /** Epoch ms by the server's clock, for which they are counted. */
  now: number;
}

/**
 * The figures of all counties. Until the first of them are counted, those that this
 * user saw last on this device, as of when they were.
 */
export function useCountyFigures(
  read: CoverageRead | undefined,
): CountyFigures | undefined {
  const live = useMemo(() => read && figuresOf(read), [read]);
  const last = useLastShown(PART, '', live, isComplete);
  return live ?? last;
}

/** Whether an earlier start left figures that the next visit begins with. */
export function hasKeptCounties(): boolean {
  return hasLastShown(PART);
}

function figuresOf({ source, now }: CoverageRead): CountyFigures {
  const { reports, counties, observers, ...state } = source;
  const lines = countyLines({ reports, counties, observers }, now);
  return { ...state, lines, now };
}

/** Nothing that is partly here is drawn by a later start: there may be more by then. */
function isComplete({ isWhole, hasFigures, lines }: CountyFigures): boolean {
  return isWhole && hasFigures && lines.counties.length > 0;
}
