import { memo } from 'react';

import type { County } from '@/domain/county';
import type { Reports } from '@/domain/coverage/report';
import { reportAt } from '@/domain/coverage/report';
import type { ObserverPlan } from '@/domain/plan/compare';
import { formatNumber } from '@/ui/format';
import { Mark } from '@/ui/marks/mark';
import type { Column } from '@/ui/table/data-table';
import type { OrderValues } from '@/ui/table/sort';
import { useTranslation } from '@/ui/texts';
import { PHONE, UPRIGHT, useMedia } from '@/ui/use-media';

import { PlanPerson, PlanPhone } from './plan-person';
import { PlanTable } from './plan-table';
import { knownFigure, STATE_LOOKS } from './plan-words';
import styles from './plan.module.css';
import { ReportLink } from './report-link';
import type { PlanQuery } from './use-plan-query';
import { PLAN_STATES } from './use-plan-query';

interface PlanObserversProps {
  /** All that were found. */
  observers: readonly ObserverPlan[];
  /** In which their threads are. */
  reports: Reports;
  query: PlanQuery;
  counties: readonly County[];
  /** All threads and observers of the server are cached. */
  isWhole: boolean;
}

/** The phone stands under the name, and what is expected beside the states. */
const ON_A_PHONE: ReadonlySet<string> = new Set(['name', 'states']);

const VALUES: OrderValues<ObserverPlan> = {
  name: ({ observer }) => observer?.name,
  phone: ({ phone }) => phone,
  expected: ({ figures }) => figures.expected,
  // What needs somebody comes first: of two observers with it, who has more of it.
  states: ({ figures }) => {
    const first = PLAN_STATES.findIndex((state) => figures[state] > 0);
    const state = PLAN_STATES[first];
    return state && first - figures[state] / (figures[state] + 1);
  },
};

/** One page of the observers of the plan and of the unplanned. */
export const PlanObservers = memo(function PlanObservers(
  props: PlanObserversProps,
) {
  const { observers, reports, query, counties, isWhole } = props;
  const { t } = useTranslation();
  return (
    <PlanTable
      caption={t('plan.rows.observer')}
      pages={t('observers.pages')}
      columns={useColumns(reports, counties, isWhole)}
      found={observers}
      rowKey={({ key }) => key}
      values={VALUES}
      query={query}
      minWidth="56rem"
    />
  );
});

function useColumns(
  reports: Reports,
  counties: readonly County[],
  isWhole: boolean,
): Column<ObserverPlan>[] {
  const { t, i18n } = useTranslation();
  const isPhone = useMedia(PHONE);
  const isUpright = useMedia(UPRIGHT);
  const names = new Map(counties.map(({ code, name }) => [code, name]));
  const columns: Column<ObserverPlan>[] = [
    {
      key: 'name',
      header: t('observers.name'),
      sortable: true,
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
      sortable: true,
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
      key: 'expected',
      header: t('plan.columns.expected'),
      sortable: true,
      end: true,
      width: '7.5rem',
      cell: ({ figures }) => {
        const expected = knownFigure(figures, 'expected', isWhole);
        return expected === undefined ? (
          <span className="subtle">–</span>
        ) : (
          formatNumber(expected, i18n.language)
        );
      },
    },
    {
      key: 'states',
      header: t('plan.state'),
      sortable: true,
      width: isPhone ? '11rem' : '20rem',
      cell: (row) => <States row={row} reports={reports} />,
    },
  ];
  if (isPhone) return columns.filter(({ key }) => ON_A_PHONE.has(key));
  return isUpright ? columns.filter(({ key }) => key !== 'phone') : columns;
}

/** How many lines of each state the observer has. */
function States({ row, reports }: { row: ObserverPlan; reports: Reports }) {
  const { figures, thread } = row;
  const isPhone = useMedia(PHONE);
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
      {thread === undefined ? null : (
        <ReportLink report={reportAt(reports, thread)} />
      )}
      {isPhone && figures.expected > 0 ? (
        <span className="small muted">
          {formatNumber(figures.expected, i18n.language)}{' '}
          {t('plan.figure.expected', { count: figures.expected })}
        </span>
      ) : null}
    </span>
  );
}
