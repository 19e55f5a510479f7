import { useTranslation } from 'react-i18next';

import type { HostFormat } from '@/domain/observers/import';
import { HOST_FORMATS } from '@/domain/observers/import';
import { Field, NativeSelect } from '@/ui/field/field';

interface FormatFieldProps {
  value: HostFormat;
  onChange: (format: HostFormat) => void;
}

/**
 * How the rows are sent: newer and older hosts read different files
 * (docs/api-contract.md 3.8).
 */
export function FormatField({ value, onChange }: FormatFieldProps) {
  const { t } = useTranslation();
  return (
    <Field label={t('observerImport.format.label')}>
      <NativeSelect
        value={value}
        onChange={({ target }) => {
          const format = HOST_FORMATS.find((each) => each === target.value);
          if (format) onChange(format);
        }}
      >
        {HOST_FORMATS.map((format) => (
          <option key={format} value={format}>
            {t(`observerImport.format.${format}`)}
          </option>
        ))}
      </NativeSelect>
    </Field>
  );
}
