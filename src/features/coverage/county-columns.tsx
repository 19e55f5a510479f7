import '@/ui/css-variables';

import { useMoment } from '@/components/use-moment';
import { formatDuration, formatNumber, formatShare } from '@/ui/format';
import { Link } from '@/ui/link';
import { Mark } from '@/ui/marks/mark';
import type { Column, Sort } from '@/ui/table/data-table';
import { useTranslation } from '@/ui/texts';
import { PHONE, UPRIGHT, useMedia } from '@/ui/use-media';

import type { Line } from './county-order';
import styles from './coverage.module.css';
import { FigureLink } from './figure-link';
import { HourBars } from './hour-bars';
import { isUncounted } from './shown-counties';
import type { NarrowColumn } from './narrowed';
import { narrowed } from './narrowed';
import { coverageHref } from './use-coverage-query';

/** Columns that a phone has room for. */
const ON_A_PHONE: ReadonlySet<string> = new Set([
  'name',
  'share',
  'urgent',
  'silence',
]);

/** What is known of a county without its threads. */
const OF_THE_COUNTY: ReadonlySet<string> = new Set(['name', 'stations']);

/** Columns that a tablet held upright has room for. */
const UPRIGHT_TOO: ReadonlySet<string> = new Set([
  ...ON_A_PHONE,
  'stationsWithReport',
  'activeInHour',
  'activeToday',
]);

/**
 * Each figure of a county, and what opens from it.
 * @param now epoch ms by the server's clock. @param isPartly not all threads are
 * counted.
 */
export function useCountyColumns(
  now: number,
  sort: Sort | undefined,
  isPartly: boolean,
): Column<Line>[] {
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
    key: string,
    valueOf: (line: Line) => number | undefined,
    width: string,
  ): NarrowColumn<Line> => ({
    key,
    label: key.startsWith('active')
      ? t('coverage.activeIn', {
          time: t(`coverage.columns.${key}`).toLocaleLowerCase(locale),
        })
      : undefined,
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
  const placeOf = ({ county, name }: Line) =>
    county === undefined ? t('coverage.all') : name;
  const threadsLink = (line: Line, count: number) => (
    <FigureLink
      count={count}
      threads={threadsOf(line, false)}
      of={placeOf(line)}
    />
  );
  const columns: NarrowColumn<Line>[] = [
    {
      key: 'name',
      header: t('coverage.columns.name'),
      sortable: true,
      rowHeader: true,
      cell: ({ county, name }) => (
        <Link href={coverageHref({ by: 'observer', county, sort })}>
          {name === '' ? t('coverage.noCounty') : name}
        </Link>
      ),
    },
    number('stations', ({ stations }) => stations, '6rem'),
    {
      ...number(
        'stationsWithReport',
        ({ stationsWithReport }) => stationsWithReport,
        '6.25rem',
      ),
      cell: (line) => threadsLink(line, line.stationsWithReport),
    },
    {
      key: 'share',
      header: t('coverage.columns.share'),
      sortable: true,
      width: isPhone ? '6.5rem' : '6.25rem',
      cell: ({ share }) =>
        share === undefined ? (
          unknown
        ) : (
          <span className={styles.share}>
            <span
              className={styles.track}
              style={{ '--share': `${Math.min(100, 100 * share)}%` }}
              aria-hidden="true"
            />
            <span>{formatShare(share, locale)}</span>
          </span>
        ),
    },
    {
      ...number('threads', ({ threads }) => threads, '6rem'),
      cell: (line) => threadsLink(line, line.threads),
    },
    {
      ...number('urgent', ({ urgent }) => urgent, '5.5rem'),
      cell: (line) =>
        line.urgent === 0 ? (
          formatNumber(0, locale)
        ) : (
          <Mark tone="flagged" icon="flag">
            <FigureLink
              count={line.urgent}
              threads={threadsOf(line, true)}
              of={placeOf(line)}
            />
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
      label: t('coverage.columns.lastReport'),
      header: t('coverage.columns.lastReportAt'),
      sortable: true,
      end: true,
      width: '7rem',
      cell: ({ lastReportAt }) =>
        lastReportAt === undefined ? unknown : moment(lastReportAt),
    },
    {
      key: 'hours',
      header: (
        <span className={styles.twoLines}>
          {headerOf('hours', t('coverage.hoursOf'))}
        </span>
      ),
      sortable: true,
      width: '6.25rem',
      cell: ({ hours }) => <HourBars hours={hours} />,
    },
  ];
  const shown = columns.map((column) =>
    OF_THE_COUNTY.has(column.key)
      ? column
      : {
          ...column,
          cell: (line: Line) =>
            isUncounted(line, isPartly) ? unknown : column.cell(line),
        },
  );
  if (isPhone) return narrowed(shown, ON_A_PHONE);
  return isUpright ? narrowed(shown, UPRIGHT_TOO) : shown;
}

/** No filter of the list means the threads whose county is not known. */
function threadsOf({ county }: Line, isUrgent: boolean) {
  return county === '' ? undefined : { isUrgent, county };
}
