import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';

import { useMoment } from '@/components/use-moment';
import { usePaginationLabels } from '@/components/use-pagination-labels';
import { OBSERVERS_PAGE_SIZE } from '@/config';
import type { County } from '@/domain/county';
import type { Reports } from '@/domain/coverage/report';
import { reportAt } from '@/domain/coverage/report';
import type { ComparedLine } from '@/domain/plan/compare';
import { LINE_STATES } from '@/domain/plan/line-state';
import { Mark } from '@/ui/marks/mark';
import type { Column } from '@/ui/table/data-table';
import { DataTable } from '@/ui/table/data-table';
import { clampPage, maxPage } from '@/ui/table/page-window';
import { Pagination } from '@/ui/table/pagination';
import type { OrderValues } from '@/ui/table/sort';
import { ordered } from '@/ui/table/sort';
import { PHONE, UPRIGHT, useMedia } from '@/ui/use-media';

import { PlanPerson, PlanPhone } from './plan-person';
import { spanText, STATE_LOOKS } from './plan-words';
import styles from './plan.module.css';
import { ReportLink } from './report-link';
import type { PlanQuery } from './use-plan-query';
import { planHref } from './use-plan-query';

interface PlanLinesProps {
  /** All that were found, in the order of the plan. */
  lines: readonly ComparedLine[];
  /** In which their threads are. */
  reports: Reports;
  query: PlanQuery;
  counties: readonly County[];
  /** All threads and observers of the server are cached. */
  isWhole: boolean;
}

/** Columns of a wide screen; a narrow one has them under the name. */
const WITH_ROOM: ReadonlySet<string> = new Set(['phone', 'station', 'span']);

const VALUES: OrderValues<ComparedLine> = {
  name: ({ observer }) => observer?.name,
  phone: ({ line }) => line.phone,
  span: ({ line }) => line.from ?? -Infinity,
  // What needs somebody comes first.
  state: ({ state }) => LINE_STATES.indexOf(state),
};

/** One page of the lines of the plan with their states. */
export const PlanLines = memo(function PlanLines(props: PlanLinesProps) {
  const { lines, reports, query, counties, isWhole } = props;
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const columns = useColumns(reports, counties, isWhole);
  const labels = usePaginationLabels(t('plan.pages'));
  const isUpright = useMedia(UPRIGHT);
  const size = OBSERVERS_PAGE_SIZE;
  const page = clampPage(query.page, maxPage(lines.length, size));
  const rows = useMemo(
    () => ordered(lines, VALUES, query.sort, i18n.language),
    [lines, query.sort, i18n.language],
  );
  return (
    <>
      <DataTable
        caption={t('plan.rows.line')}
        columns={columns}
        rows={rows.slice((page - 1) * size, page * size)}
        rowKey={({ at }) => String(at)}
        sort={query.sort}
        onSort={(sort) =>
          void navigate(planHref({ ...query, sort, page: 1 }), {
            replace: true,
          })
        }
        minWidth={isUpright ? undefined : '60rem'}
        fixed
        virtualAbove={40}
      />
      <Pagination
        page={page}
        pageSize={size}
        total={lines.length}
        labels={labels}
        onPage={(next) => void navigate(planHref({ ...query, page: next }))}
      />
    </>
  );
});

function useColumns(
  reports: Reports,
  counties: readonly County[],
  isWhole: boolean,
): Column<ComparedLine>[] {
  const { t } = useTranslation();
  const moment = useMoment();
  const isPhone = useMedia(PHONE);
  const isUpright = useMedia(UPRIGHT);
  const names = new Map(counties.map(({ code, name }) => [code, name]));
  const station = ({ line }: ComparedLine) =>
    `${names.get(line.county) ?? line.county} ${line.station}`;
  const span = ({ line }: ComparedLine) =>
    spanText(line, moment) ?? t('plan.always');
  const columns: Column<ComparedLine>[] = [
    {
      key: 'name',
      header: t('observers.name'),
      sortable: true,
      rowHeader: true,
      cell: (row) => (
        <span className={styles.person}>
          <PlanPerson observer={row.observer} isWhole={isWhole} />
          {isUpright ? (
            <>
              <PlanPhone phone={row.line.phone} />
              <span className="small muted">
                {station(row)} · {span(row)}
              </span>
            </>
          ) : null}
        </span>
      ),
    },
    {
      key: 'phone',
      header: t('observers.phone'),
      sortable: true,
      width: '10rem',
      cell: ({ line }) => <PlanPhone phone={line.phone} />,
    },
    {
      key: 'station',
      header: t('plan.station'),
      width: '13rem',
      cell: station,
    },
    {
      key: 'span',
      header: t('plan.span'),
      sortable: true,
      width: '13rem',
      cell: span,
    },
    {
      key: 'state',
      header: t('plan.state'),
      sortable: true,
      width: isPhone ? '10rem' : '18rem',
      cell: ({ state, thread }) => (
        <span className={styles.states}>
          <Mark {...STATE_LOOKS[state]}>{t(`plan.states.${state}`)}</Mark>
          {thread === undefined ? null : (
            <ReportLink report={reportAt(reports, thread)} />
          )}
        </span>
      ),
    },
  ];
  return isUpright ? columns.filter(({ key }) => !WITH_ROOM.has(key)) : columns;
}
