import { memo } from 'react';

import { useMoment } from '@/components/use-moment';
import type { County } from '@/domain/county';
import type { Reports } from '@/domain/coverage/report';
import { reportAt } from '@/domain/coverage/report';
import type { ComparedLine } from '@/domain/plan/compare';
import { LINE_STATES } from '@/domain/plan/line-state';
import { Mark } from '@/ui/marks/mark';
import type { Column } from '@/ui/table/data-table';
import type { OrderValues } from '@/ui/table/sort';
import { useTranslation } from '@/ui/texts';
import { PHONE, UPRIGHT, useMedia } from '@/ui/use-media';

import { PlanPerson, PlanPhone } from './plan-person';
import { PlanTable } from './plan-table';
import { spanText, STATE_LOOKS } from './plan-words';
import styles from './plan.module.css';
import { ReportLink } from './report-link';
import type { PlanQuery } from './use-plan-query';

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
  const { t } = useTranslation();
  return (
    <PlanTable
      caption={t('plan.rows.line')}
      pages={t('plan.pages')}
      columns={useColumns(reports, counties, isWhole)}
      found={lines}
      rowKey={({ at }) => String(at)}
      values={VALUES}
      query={query}
      minWidth="60rem"
    />
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
