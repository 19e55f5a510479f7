import { useMemo, useState } from 'react';

import { CachedList } from '@/components/cached-list';
import type { CoverageSource } from '@/data/coverage/coverage';
import type { Pull } from '@/data/live/use-pull';
import { usePlan } from '@/data/coverage/plan';
import type { ComparedLine, ObserverPlan } from '@/domain/plan/compare';
import type { Plan } from '@/domain/plan/plan';
import { SkeletonRows } from '@/ui/feedback/skeleton';
import { useTranslation } from '@/ui/texts';

import { usePartly } from '../coverage-words';
import { NoPlan } from './no-plan';
import { PlanCounties } from './plan-counties';
import { PlanFilter } from './plan-filter';
import { PlanHead } from './plan-head';
import { PlanLines } from './plan-lines';
import { PlanNothing } from './plan-nothing';
import { PlanObservers } from './plan-observers';
import { useComparison } from './use-comparison';
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

const NONE: readonly never[] = [];

interface ComparedPlanProps extends PlanViewProps {
  plan: Plan;
}

function ComparedPlan({ plan, source, pull, now }: ComparedPlanProps) {
  const { t } = useTranslation();
  const query = usePlanQuery();
  const isLoaded = source?.hasFigures === true;
  const compared = useComparison(
    plan.lines,
    isLoaded ? source : undefined,
    now,
  );
  const comparison = compared?.comparison;
  // Until it is worked out nobody knows what there is, and nothing has failed.
  const shown = isLoaded ? compared?.source : source;
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
  const counties = (shown ?? source)?.counties ?? NONE;
  const isWhole = shown?.isWhole === true;
  const list = {
    freshness: shown,
    pull,
    failedTitle: t('coverage.failed'),
    empty: <PlanNothing query={query} counties={counties} />,
    knownEmpty: true,
    partly: usePartly(shown),
  };
  return (
    <>
      <PlanHead
        plan={plan}
        query={query}
        comparison={comparison}
        isWhole={isWhole}
        asOf={shown?.asOf}
      />
      <PlanFilter query={query} counties={counties} />
      <div className="fill">
        {query.rows === 'county' ? (
          <CachedList rows={rows.county} {...list}>
            {() =>
              comparison && (
                <PlanCounties
                  comparison={comparison}
                  query={query}
                  counties={counties}
                  isWhole={isWhole}
                />
              )
            }
          </CachedList>
        ) : null}
        {query.rows === 'observer' ? (
          <CachedList rows={rows.observer} {...list}>
            {(found) =>
              comparison && (
                <PlanObservers
                  reports={comparison.reports}
                  observers={found}
                  query={query}
                  counties={counties}
                  isWhole={isWhole}
                />
              )
            }
          </CachedList>
        ) : null}
        {query.rows === 'line' ? (
          <CachedList rows={rows.line} {...list}>
            {(found) =>
              comparison && (
                <PlanLines
                  reports={comparison.reports}
                  lines={found}
                  query={query}
                  counties={counties}
                  isWhole={isWhole}
                />
              )
            }
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
