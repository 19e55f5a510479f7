import { useNavigate } from 'react-router-dom';

import { atOnce } from '@/components/at-once';
import type { County } from '@/domain/county';
import { Checkbox, InlineField, NativeSelect } from '@/ui/field/field';
import { FilterBar } from '@/ui/field/filter-bar';
import { useTranslation } from '@/ui/texts';

import { CountyField } from './county-field';
import type { CoverageQuery } from './use-coverage-query';
import { coverageHref, SILENCE_FILTERS } from './use-coverage-query';

interface SilenceFilterProps {
  query: CoverageQuery;
  counties: readonly County[];
}

/** Which observers are shown: of which county, and how silent. A choice counts at once. */
export function SilenceFilter({ query, counties }: SilenceFilterProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { county, silence } = query;

  function choose(choice: Partial<CoverageQuery>) {
    const next = { ...query, ...choice, page: 1 };
    void navigate(coverageHref(next), { ...atOnce, replace: true });
  }

  return (
    <FilterBar
      aria-label={t('coverage.filter.name')}
      onSubmit={(event) => event.preventDefault()}
    >
      <CountyField
        county={county}
        counties={counties}
        onChoose={(next) => choose({ county: next })}
      />
      <InlineField label={t('coverage.filter.silence')}>
        <NativeSelect
          value={String(silence ?? '')}
          onChange={({ currentTarget: { value } }) =>
            choose({
              silence: SILENCE_FILTERS.find((each) => String(each) === value),
            })
          }
        >
          <option value="">{t('coverage.filter.every')}</option>
          {SILENCE_FILTERS.map((each) => (
            <option key={each} value={each}>
              {typeof each === 'number'
                ? t('coverage.filter.minutes', { count: each })
                : t(`coverage.states.${each}`)}
            </option>
          ))}
        </NativeSelect>
      </InlineField>
      <Checkbox
        checked={query.isUncalled}
        onChange={({ currentTarget: { checked } }) =>
          choose({ isUncalled: checked })
        }
      >
        {t('calls.notInHour')}
      </Checkbox>
    </FilterBar>
  );
}
