import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { CachedList } from '@/components/cached-list';
import type { CoverageSource } from '@/data/coverage';
import type { Pull } from '@/data/live/use-pull';
import { usePlan } from '@/data/plan';
import type { ComparedLine, ObserverPlan } from '@/domain/plan/compare';
import { listReports } from '@/domain/coverage/report';
import { comparePlan, planPeople } from '@/domain/plan/compare';
import type { Plan } from '@/domain/plan/plan';
import { SkeletonRows } from '@/ui/feedback/skeleton';
import { State } from '@/ui/feedback/state';

import { usePartly } from '../coverage-words';
import { NoPlan } from './no-plan';
import { PlanCounties } from './plan-counties';
import { PlanFilter } from './plan-filter';
import { PlanHead } from './plan-head';
import { PlanLines } from './plan-lines';
import { PlanObservers } from './plan-observers';
import type { PlanQuery } from './use-plan-query';
import { usePlanQuery } from './use-plan-query';

interface PlanViewProps {
  source: CoverageSource | undefined;
  pull: Pull;
  /** Epoch ms by the server's clock. */
  now: number;
}

/** Who is where they should be, by the deployment plan of this device. */
export function PlanView(props: PlanViewProps) {
  const plan = usePlan();
  const [hadPlan, setHadPlan] = useState(false);
  if (plan && !hadPlan) setHadPlan(true);
  if (plan === undefined) return <SkeletonRows rows={8} />;
  return plan === null ? (
    <NoPlan wasRemoved={hadPlan} />
  ) : (
    <ComparedPlan {...props} plan={plan} />
  );
}

interface ComparedPlanProps extends PlanViewProps {
  plan: Plan;
}

function ComparedPlan({ plan, source, pull, now }: ComparedPlanProps) {
  const { t } = useTranslation();
  const query = usePlanQuery();
  const people = useMemo(() => planPeople(plan.lines), [plan]);
  const isLoaded =
    source !== undefined &&
    (source.asOf !== undefined || source.reports.length > 0);
  const comparison = useMemo(
    () =>
      isLoaded
        ? comparePlan(people, listReports(source.reports), source.observers, {
            isWhole: source.isWhole,
            now,
          })
        : undefined,
    [people, source, isLoaded, now],
  );
  const rows = useMemo(
    () => ({
      county: comparison && [...comparison.counties.keys()],
      line: comparison?.lines.filter((line) => isWantedLine(line, query)),
      observer: comparison?.observers.filter((each) =>
        isWantedObserver(each, query),
      ),
    }),
    [comparison, query],
  );
  const list = {
    freshness: source,
    pull,
    failedTitle: t('coverage.failed'),
    empty: <State icon="filter" title={t('plan.nothing')} />,
    knownEmpty: true,
    partly: usePartly(source),
  };
  const counties = source?.counties ?? [];
  const isWhole = source?.isWhole === true;
  return (
    <>
      <PlanHead
        plan={plan}
        query={query}
        comparison={comparison}
        isWhole={isWhole}
        asOf={source?.asOf}
      />
      <PlanFilter query={query} counties={counties} />
      <div className="fill">
        {query.rows === 'county' ? (
          <CachedList rows={rows.county} {...list}>
            {() =>
              comparison && (
                <PlanCounties
                  comparison={comparison}
                  counties={counties}
                  isWhole={isWhole}
                />
              )
            }
          </CachedList>
        ) : null}
        {query.rows === 'observer' ? (
          <CachedList rows={rows.observer} {...list}>
            {(found) => (
              <PlanObservers
                observers={found}
                query={query}
                counties={counties}
                isWhole={isWhole}
              />
            )}
          </CachedList>
        ) : null}
        {query.rows === 'line' ? (
          <CachedList rows={rows.line} {...list}>
            {(found) => (
              <PlanLines
                lines={found}
                query={query}
                counties={counties}
                isWhole={isWhole}
              />
            )}
          </CachedList>
        ) : null}
      </div>
    </>
  );
}

function isWantedLine(
  { line, state }: ComparedLine,
  query: PlanQuery,
): boolean {
  return (
    (query.county === undefined || line.county === query.county) &&
    (query.state === undefined || state === query.state)
  );
}

/** An observer with any line of a state has it. */
function isWantedObserver(
  { counties, figures }: ObserverPlan,
  { county, state }: PlanQuery,
): boolean {
  return (
    (county === undefined || counties.includes(county)) &&
    (state === undefined || figures[state] > 0)
  );
}
