import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { memo } from 'react';
import { useNavigate } from 'react-router-dom';

import { atOnce } from '@/components/at-once';
import { usePaginationLabels } from '@/components/use-pagination-labels';
import { useMoment } from '@/components/use-moment';
import { OBSERVERS_PAGE_SIZE } from '@/config';
import type { CallLogs } from '@/data/coverage/calls';
import type { ObserverSilence } from '@/domain/coverage/observer-silence';
import { paths } from '@/paths';
import { formatDuration } from '@/ui/format';
import { Link } from '@/ui/link';
import { Mark } from '@/ui/marks/mark';
import type { Column } from '@/ui/table/data-table';
import { DataTable } from '@/ui/table/data-table';
import { clampPage, maxPage } from '@/ui/table/page-window';
import { Pagination } from '@/ui/table/pagination';
import { useTranslation } from '@/ui/texts';
import { PHONE, UPRIGHT, useMedia } from '@/ui/use-media';

import type { Called } from './calls/call-dialog';
import { LastCall } from './calls/last-call';
import { useRowActions } from './calls/row-actions';
import { observerName } from './coverage-words';
import styles from './coverage.module.css';
import { FigureLink } from './figure-link';
import { narrowed } from './narrowed';
import type { CoverageQuery } from './use-coverage-query';
import { coverageHref } from './use-coverage-query';

interface SilenceTableProps {
  /** All that were found, longest silence first. */
  lines: readonly ObserverSilence[];
  query: CoverageQuery;
  /** Ids of the selected observers, on all pages. */
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
  /** Undefined until read. */
  logs: CallLogs | undefined;
  onCall: (called: readonly Called[]) => void;
}

/** Columns that a phone has room for. */
const ON_A_PHONE: ReadonlySet<string> = new Set(['name', 'silentFor', 'open']);

/** Columns that a tablet held upright has room for. */
const UPRIGHT_TOO: ReadonlySet<string> = new Set([
  ...ON_A_PHONE,
  'phone',
  'lastContactAt',
]);

/** One page of observers with their silence. */
export const SilenceTable = memo(function SilenceTable(
  props: SilenceTableProps,
) {
  const { lines, query, selected, onSelect } = props;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const columns = useColumns(props);
  const labels = usePaginationLabels(t('observers.pages'));
  const isUpright = useMedia(UPRIGHT);
  const size = OBSERVERS_PAGE_SIZE;
  const page = clampPage(query.page, maxPage(lines.length, size));
  return (
    <>
      <DataTable
        caption={t('coverage.byObserver')}
        columns={columns}
        rows={lines.slice((page - 1) * size, page * size)}
        rowKey={({ observerId }) => String(observerId)}
        selection={{
          selected,
          onChange: onSelect,
          allLabel: t('observers.selection.page'),
          rowLabel: (line) =>
            t('observers.selection.row', { name: observerName(line) }),
        }}
        minWidth={isUpright ? undefined : '56rem'}
        fixed
        // A hundred rows cost more than a choice of the filter may.
        virtualAbove={40}
      />
      <Pagination
        page={page}
        pageSize={size}
        total={lines.length}
        labels={labels}
        onPage={(next) =>
          void navigate(coverageHref({ ...query, page: next }), atOnce)
        }
      />
    </>
  );
});

function useColumns({
  query: { county },
  logs,
  onCall,
}: Pick<
  SilenceTableProps,
  'query' | 'logs' | 'onCall'
>): Column<ObserverSilence>[] {
  const { t, i18n } = useTranslation();
  const moment = useMoment();
  const actions = useRowActions(onCall);
  const isPhone = useMedia(PHONE);
  const isUpright = useMedia(UPRIGHT);
  const locale = i18n.language;
  const unknown = <span className="subtle">–</span>;
  const threadsLink = (
    line: ObserverSilence,
    count: number,
    isUrgent: boolean,
  ) =>
    line.state === 'unchecked' ? (
      unknown
    ) : (
      <FigureLink
        count={count}
        threads={threadsOf(line, county, isUrgent)}
        of={observerName(line)}
      />
    );
  const columns: Column<ObserverSilence>[] = [
    {
      key: 'name',
      header: t('observers.name'),
      rowHeader: true,
      cell: (line) => (
        <span className={styles.name}>
          <Name line={line} />
          {isPhone ? <PhoneLink line={line} /> : null}
          {logs
            ?.get(line.observerId)
            ?.slice(0, 1)
            .map((call) => (
              <LastCall key={call.calledAt} call={call} />
            ))}
        </span>
      ),
    },
    {
      key: 'phone',
      header: t('observers.phone'),
      width: 'clamp(8rem, 12vw, 10rem)',
      cell: (line) => <PhoneLink line={line} />,
    },
    {
      key: 'silentFor',
      header: t('coverage.columns.silentFor'),
      end: true,
      width: isPhone ? '7rem' : '11rem',
      cell: (line) => silenceOf(line, t, locale),
    },
    {
      key: 'lastContactAt',
      header: t('coverage.columns.lastContactAt'),
      end: true,
      width: '8rem',
      cell: ({ lastContactAt }) =>
        lastContactAt === undefined ? unknown : moment(lastContactAt),
    },
    {
      key: 'lastReport',
      header: t('coverage.columns.lastReport'),
      end: true,
      width: '8rem',
      cell: ({ lastReport }) =>
        lastReport?.lastReportAt === undefined
          ? unknown
          : moment(lastReport.lastReportAt),
    },
    {
      key: 'stations',
      header: t('coverage.columns.visited'),
      end: true,
      width: '8rem',
      cell: (line) => threadsLink(line, line.stations, false),
    },
    {
      key: 'urgent',
      header: t('coverage.columns.urgent'),
      end: true,
      width: '6rem',
      cell: (line) => threadsLink(line, line.urgent, true),
    },
    {
      key: 'open',
      header: <span className="visually-hidden">{t('observers.actions')}</span>,
      end: true,
      width: actionsWidth(),
      cell: actions,
    },
  ];
  /** Three small buttons, one of them with words where there is room; on a phone one and a menu. */
  function actionsWidth() {
    if (isPhone) return '7rem';
    return isUpright ? '9.5rem' : '17rem';
  }

  if (isPhone) {
    // The phone stands under the name already.
    const others = columns.filter(({ key }) => key !== 'phone');
    return narrowed(others, ON_A_PHONE);
  }
  return isUpright ? narrowed(columns, UPRIGHT_TOO) : columns;
}

/**
 * The list finds an observer by phone, and no filter of it means threads whose
 * county is not known.
 */
function threadsOf(
  { observer }: ObserverSilence,
  county: string | undefined,
  isUrgent: boolean,
) {
  if (!observer || county === '') return undefined;
  return { isUrgent, county, phone: observer.phone };
}

function Name({ line }: { line: ObserverSilence }) {
  const { observer } = line;
  return observer ? (
    <Link href={paths.profile('view', observer.phone)}>
      {observerName(line)}
    </Link>
  ) : (
    observerName(line)
  );
}

/** Dials the number. */
function PhoneLink({ line: { observer } }: { line: ObserverSilence }) {
  if (!observer) return <span className="subtle">–</span>;
  return (
    <a href={`tel:${observer.phone.replaceAll(/[^\d+]/g, '')}`}>
      {observer.phone}
    </a>
  );
}

/** How long nothing was heard, or what is known instead. */
function silenceOf(
  { state, silentForMs }: ObserverSilence,
  t: TFunction,
  locale: string,
): ReactNode {
  const words =
    silentForMs === undefined ? undefined : formatDuration(silentForMs, locale);
  if (state === 'reported') return words;
  return (
    <span className={styles.silence}>
      <span>{words}</span>{' '}
      <Mark icon={state === 'unchecked' ? 'clock' : 'info'}>
        {t(`coverage.states.${state}`)}
      </Mark>
    </span>
  );
}
