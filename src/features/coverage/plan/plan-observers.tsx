import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';

import { usePaginationLabels } from '@/components/use-pagination-labels';
import { OBSERVERS_PAGE_SIZE } from '@/config';
import type { County } from '@/domain/county';
import type { ObserverPlan } from '@/domain/plan/compare';
import { formatNumber } from '@/ui/format';
import { Mark } from '@/ui/marks/mark';
import type { Column } from '@/ui/table/data-table';
import { DataTable } from '@/ui/table/data-table';
import { clampPage, maxPage } from '@/ui/table/page-window';
import { Pagination } from '@/ui/table/pagination';
import { PHONE, UPRIGHT, useMedia } from '@/ui/use-media';

import { PlanPerson, PlanPhone } from './plan-person';
import { STATE_LOOKS } from './plan-words';
import styles from './plan.module.css';
import { ReportLink } from './report-link';
import type { PlanQuery } from './use-plan-query';
import { PLAN_STATES, planHref } from './use-plan-query';

interface PlanObserversProps {
  /** All that were found. */
  observers: readonly ObserverPlan[];
  query: PlanQuery;
  counties: readonly County[];
  /** All threads and observers of the server are cached. */
  isWhole: boolean;
}

/** One page of the observers of the plan and of the unplanned. */
export function PlanObservers(props: PlanObserversProps) {
  const { observers, query, counties, isWhole } = props;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const columns = useColumns(counties, isWhole);
  const labels = usePaginationLabels(t('observers.pages'));
  const isUpright = useMedia(UPRIGHT);
  const size = OBSERVERS_PAGE_SIZE;
  const page = clampPage(query.page, maxPage(observers.length, size));
  return (
    <>
      <DataTable
        caption={t('plan.rows.observer')}
        columns={columns}
        rows={observers.slice((page - 1) * size, page * size)}
        rowKey={({ key }) => key}
        minWidth={isUpright ? undefined : '56rem'}
        fixed
        virtualAbove={40}
      />
      <Pagination
        page={page}
        pageSize={size}
        total={observers.length}
        labels={labels}
        onPage={(next) => void navigate(planHref({ ...query, page: next }))}
      />
    </>
  );
}

function useColumns(
  counties: readonly County[],
  isWhole: boolean,
): Column<ObserverPlan>[] {
  const { t } = useTranslation();
  const isPhone = useMedia(PHONE);
  const isUpright = useMedia(UPRIGHT);
  const names = new Map(counties.map(({ code, name }) => [code, name]));
  const columns: Column<ObserverPlan>[] = [
    {
      key: 'name',
      header: t('observers.name'),
      rowHeader: true,
      cell: (row) => (
        <span className={styles.person}>
          <PlanPerson observer={row.observer} isWhole={isWhole} />
          {isUpright ? <PlanPhone phone={row.phone} /> : null}
        </span>
      ),
    },
    {
      key: 'phone',
      header: t('observers.phone'),
      width: '10rem',
      cell: (row) => <PlanPhone phone={row.phone} />,
    },
    {
      key: 'counties',
      header: t('coverage.columns.name'),
      width: '14rem',
      cell: (row) =>
        row.counties
          .map((code) => names.get(code) ?? (code || t('coverage.noCounty')))
          .join(', '),
    },
    {
      key: 'states',
      header: t('plan.state'),
      width: isPhone ? '11rem' : '20rem',
      cell: (row) => <States row={row} />,
    },
  ];
  return columns.filter(
    ({ key }) =>
      (key !== 'phone' || !isUpright) && (key !== 'counties' || !isPhone),
  );
}

/** How many lines of each state the observer has. */
function States({ row: { figures, report } }: { row: ObserverPlan }) {
  const { t, i18n } = useTranslation();
  return (
    <span className={styles.states}>
      {PLAN_STATES.filter((state) => figures[state] > 0).map((state) => (
        <Mark key={state} {...STATE_LOOKS[state]}>
          {t(`plan.states.${state}`)}
          {figures[state] === 1
            ? null
            : `: ${formatNumber(figures[state], i18n.language)}`}
        </Mark>
      ))}
      {report === undefined ? null : <ReportLink report={report} />}
    </span>
  );
}
