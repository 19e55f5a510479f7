import type { County } from '@/domain/county';
import { ButtonLink } from '@/ui/button';
import { State } from '@/ui/feedback/state';
import { useTranslation } from '@/ui/texts';

import type { PlanQuery } from './use-plan-query';
import { planHref } from './use-plan-query';

interface PlanNothingProps {
  query: PlanQuery;
  counties: readonly County[];
}

/** Which filter leaves nothing of the plan, and the way out. */
export function PlanNothing({ query, counties }: PlanNothingProps) {
  const { t } = useTranslation();
  const { rows, county, state, sort } = query;
  const name = counties.find(({ code }) => code === county)?.name ?? county;
  const filter = [
    name === undefined
      ? undefined
      : `${t('coverage.columns.name')}: ${name || t('coverage.noCounty')}`,
    state && `${t('plan.state')}: ${t(`plan.states.${state}`)}`,
  ].filter((each) => each !== undefined);
  return (
    <State
      icon="filter"
      title={t('plan.nothing')}
      actions={
        <ButtonLink href={planHref({ rows, sort })}>
          {t('plan.clear')}
        </ButtonLink>
      }
    >
      {filter.join(' · ')}
    </State>
  );
}
