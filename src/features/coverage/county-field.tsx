import type { County } from '@/domain/county';
import { InlineField, NativeSelect } from '@/ui/field/field';
import { useTranslation } from '@/ui/texts';

/** No county has this code; '' stands for threads whose county is not known. */
const ALL = '*';

interface CountyFieldProps {
  /** County code; undefined: all. */
  county: string | undefined;
  counties: readonly County[];
  onChoose: (county: string | undefined) => void;
}

/** Which county is shown, or all. */
export function CountyField({ county, counties, onChoose }: CountyFieldProps) {
  const { t } = useTranslation();
  const isKnown = counties.some(({ code }) => code === county);
  return (
    <InlineField label={t('coverage.columns.name')}>
      <NativeSelect
        value={county ?? ALL}
        onChange={({ currentTarget: { value } }) =>
          onChoose(value === ALL ? undefined : value)
        }
      >
        <option value={ALL}>{t('coverage.all')}</option>
        {counties.map(({ id, code, name }) => (
          <option key={id} value={code}>
            {name}
          </option>
        ))}
        {/* A link may name a county that is not cached yet. */}
        {county === undefined || isKnown ? null : (
          <option value={county}>
            {county === '' ? t('coverage.noCounty') : county}
          </option>
        )}
      </NativeSelect>
    </InlineField>
  );
}
