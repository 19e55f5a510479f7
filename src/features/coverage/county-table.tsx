import { memo, useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';

import { useMoment } from '@/components/use-moment';
import type { CountyLine, CountyLines } from '@/data/coverage';
import { formatDuration, formatNumber, formatShare } from '@/ui/format';
import { Link } from '@/ui/link';
import { Mark } from '@/ui/marks/mark';
import type { Column, Sort } from '@/ui/table/data-table';
import { DataTable } from '@/ui/table/data-table';
import { PHONE, UPRIGHT, useMedia } from '@/ui/use-media';

import styles from './coverage.module.css';
import { HourBars } from './hour-bars';
import { coverageHref } from './use-coverage-query';

interface CountyTableProps {
  lines: CountyLines;
  /** Epoch ms by the server's clock. */
  now: number;
}

/** A county, or all of them: the line that stays on top. */
type Line = Omit<CountyLine, 'county'> & { county: string | undefined };

/** Columns that a phone has room for. */
const ON_A_PHONE: ReadonlySet<string> = new Set([
  'name',
  'share',
  'urgent',
  'silence',
]);

/** Columns that a tablet held upright leaves out. */
const ONLY_WITH_ROOM: ReadonlySet<string> = new Set([
  'stations',
  'threads',
  'activeInTwoHours',
  'lastReportAt',
  'hours',
]);

/** Rows that a screen of a tablet shows without scrolling. */
const FIRST_DRAWN = 16;

/** What a column is ordered by. Absent values come last, whichever way. */
const VALUES: Record<string, (line: Line) => number | string | undefined> = {
  name: ({ name }) => name,
  stations: ({ stations }) => stations,
  stationsWithReport: ({ stationsWithReport }) => stationsWithReport,
  share: ({ share }) => share,
  threads: ({ threads }) => threads,
  urgent: ({ urgent }) => urgent,
  activeInHour: ({ activeInHour }) => activeInHour,
  activeInTwoHours: ({ activeInTwoHours }) => activeInTwoHours,
  activeToday: ({ activeToday }) => activeToday,
  // The oldest silence began first.
  silence: ({ oldestSilence }) => oldestSilence && -oldestSilence.since,
  lastReportAt: ({ lastReportAt }) => lastReportAt,
  hours: ({ hours }) =>
    hours.reduce((sum, { urgent, other }) => sum + urgent + other, 0),
};

/** The figures of each county, and of all in the first line. */
export const CountyTable = memo(function CountyTable({
  lines,
  now,
}: CountyTableProps) {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const [sort, setSort] = useState<Sort>();
  const columns = useColumns(now);
  const isUpright = useMedia(UPRIGHT);
  const rows = useMemo(() => {
    const all = {
      ...lines.total,
      name: t('coverage.total'),
      county: undefined,
    };
    return [all, ...ordered(lines.counties, sort, i18n.language)];
  }, [lines, sort, t, i18n.language]);
  // What fits a screen is painted first; the rest follows in the next frame.
  const drawn = useDeferredValue(rows, rows.slice(0, FIRST_DRAWN));
  return (
    <DataTable
      caption={t('coverage.byCounty')}
      columns={columns}
      rows={drawn}
      rowKey={({ county }) => county ?? 'all'}
      sort={sort}
      onSort={setSort}
      onRow={({ county }) =>
        void navigate(coverageHref({ by: 'observer', county }))
      }
      minWidth={isUpright ? undefined : '69.75rem'}
      fixed
    />
  );
});

function ordered(
  lines: readonly CountyLine[],
  sort: Sort | undefined,
  locale: string,
): readonly CountyLine[] {
  const valueOf = sort && VALUES[sort.key];
  if (!valueOf) return lines;
  const sign = sort.direction === 'ascending' ? 1 : -1;
  return lines.toSorted((a, b) => {
    const [one, other] = [valueOf(a), valueOf(b)];
    if (one === undefined || other === undefined) {
      return Number(one === undefined) - Number(other === undefined);
    }
    return typeof one === 'string'
      ? sign * one.localeCompare(String(other), locale)
      : sign * (one - Number(other));
  });
}

function useColumns(now: number): Column<Line>[] {
  const { t, i18n } = useTranslation();
  const moment = useMoment();
  const isPhone = useMedia(PHONE);
  const isUpright = useMedia(UPRIGHT);
  const locale = i18n.language;
  const unknown = <span className="subtle">–</span>;
  const headerOf = (key: string, before?: string) => (
    <>
      {before === undefined ? null : (
        <span className="visually-hidden">{before} </span>
      )}
      {t(`coverage.columns.${key}`)}
    </>
  );
  const number = (
    key: keyof typeof VALUES,
    valueOf: (line: Line) => number | undefined,
    width: string,
  ): Column<Line> => ({
    key,
    header: headerOf(
      key,
      key.startsWith('active') ? t('coverage.active') : undefined,
    ),
    sortable: true,
    end: true,
    width,
    cell: (line) => {
      const value = valueOf(line);
      return value === undefined ? unknown : formatNumber(value, locale);
    },
  });
  const columns: Column<Line>[] = [
    {
      key: 'name',
      header: t('coverage.columns.name'),
      sortable: true,
      rowHeader: true,
      cell: ({ county, name }) => (
        <Link href={coverageHref({ by: 'observer', county })}>
          {name === '' ? t('coverage.noCounty') : name}
        </Link>
      ),
    },
    number('stations', ({ stations }) => stations, '6rem'),
    number(
      'stationsWithReport',
      ({ stationsWithReport }) => stationsWithReport,
      '6.25rem',
    ),
    {
      key: 'share',
      header: t('coverage.columns.share'),
      sortable: true,
      width: isPhone ? '6.5rem' : '6.75rem',
      cell: ({ share }) =>
        share === undefined ? (
          unknown
        ) : (
          <span className={styles.share}>
            <span className={styles.track} aria-hidden="true">
              <span style={{ width: `${Math.min(100, 100 * share)}%` }} />
            </span>
            {formatShare(share, locale)}
          </span>
        ),
    },
    number('threads', ({ threads }) => threads, '6.25rem'),
    {
      ...number('urgent', ({ urgent }) => urgent, '5.75rem'),
      cell: ({ urgent }) =>
        urgent === 0 ? (
          formatNumber(urgent, locale)
        ) : (
          <Mark tone="flagged" icon="flag">
            {formatNumber(urgent, locale)}
          </Mark>
        ),
    },
    number('activeInHour', ({ activeInHour }) => activeInHour, '4.25rem'),
    number(
      'activeInTwoHours',
      ({ activeInTwoHours }) => activeInTwoHours,
      '4.25rem',
    ),
    number('activeToday', ({ activeToday }) => activeToday, '5rem'),
    {
      key: 'silence',
      header: t('coverage.columns.silence'),
      sortable: true,
      end: true,
      width: '5.75rem',
      cell: ({ oldestSilence }) =>
        oldestSilence === undefined
          ? unknown
          : formatDuration(now - oldestSilence.since, locale),
    },
    {
      key: 'lastReportAt',
      header: t('coverage.columns.lastReportAt'),
      sortable: true,
      end: true,
      width: '7.25rem',
      cell: ({ lastReportAt }) =>
        lastReportAt === undefined ? unknown : moment(lastReportAt),
    },
    {
      key: 'hours',
      header: headerOf('hours', t('coverage.hoursOf')),
      sortable: true,
      width: '8rem',
      cell: ({ hours }) => <HourBars hours={hours} />,
    },
  ];
  if (isPhone) return columns.filter(({ key }) => ON_A_PHONE.has(key));
  return isUpright
    ? columns.filter(({ key }) => !ONLY_WITH_ROOM.has(key))
    : columns;
}
