import { useNavigate } from 'react-router-dom';

import { atOnce } from '@/components/at-once';
import type { County } from '@/domain/county';
import { InlineField, NativeSelect } from '@/ui/field/field';
import { FilterBar } from '@/ui/field/filter-bar';
import { Segments } from '@/ui/field/segments';
import { useTranslation } from '@/ui/texts';

import { CountyField } from '../county-field';
import type { PlanQuery } from './use-plan-query';
import { PLAN_ROWS, PLAN_STATES, planHref } from './use-plan-query';

interface PlanFilterProps {
  query: PlanQuery;
  counties: readonly County[];
}

/** What a row is, and which rows are shown. A choice counts at once. */
export function PlanFilter({ query, counties }: PlanFilterProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { rows, county, state } = query;

  function choose(choice: Partial<PlanQuery>) {
    const next = { ...query, ...choice, page: 1 };
    void navigate(planHref(next), { ...atOnce, replace: true });
  }

  return (
    <FilterBar
      aria-label={t('plan.filter')}
      onSubmit={(event) => event.preventDefault()}
    >
      <Segments
        label={t('plan.rows.name')}
        items={PLAN_ROWS.map((each) => ({
          label: t(`plan.rows.${each}`),
          href: planHref({ rows: each, county }),
          current: each === rows,
        }))}
      />
      {rows === 'county' ? null : (
        <>
          <CountyField
            county={county}
            counties={counties}
            onChoose={(next) => choose({ county: next })}
          />
          <InlineField label={t('plan.state')}>
            <NativeSelect
              value={state ?? ''}
              onChange={({ currentTarget: { value } }) =>
                choose({ state: PLAN_STATES.find((each) => each === value) })
              }
            >
              <option value="">{t('plan.everyState')}</option>
              {PLAN_STATES.filter(
                (each) => rows === 'observer' || each !== 'unplanned',
              ).map((each) => (
                <option key={each} value={each}>
                  {t(`plan.states.${each}`)}
                </option>
              ))}
            </NativeSelect>
          </InlineField>
        </>
      )}
    </FilterBar>
  );
}
