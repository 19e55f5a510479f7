import type { ServerFormat } from '@/domain/observers/import';
import { SERVER_FORMATS } from '@/domain/observers/import';
import { Field, NativeSelect } from '@/ui/field/field';
import { useTranslation } from '@/ui/texts';

interface FormatFieldProps {
  value: ServerFormat;
  onChange: (format: ServerFormat) => void;
}

/**
 * How the rows are sent: newer and older servers read different files
 * (docs/api-contract.md 3.8).
 */
export function FormatField({ value, onChange }: FormatFieldProps) {
  const { t } = useTranslation();
  return (
    <Field label={t('observerImport.format.label')}>
      <NativeSelect
        value={value}
        onChange={({ target }) => {
          const format = SERVER_FORMATS.find((each) => each === target.value);
          if (format) onChange(format);
        }}
      >
        {SERVER_FORMATS.map((format) => (
          <option key={format} value={format}>
            {t(`observerImport.format.${format}`)}
          </option>
        ))}
      </NativeSelect>
    </Field>
  );
}
