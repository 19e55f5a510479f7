import { useTranslation } from 'react-i18next';

import { Field, TextInput } from '@/ui/field/field';

interface NgoFieldProps {
  value: string;
  /**
   * An admin who is no organizer has their own NGO and no other
   * (docs/specification.md 6).
   */
  isLocked: boolean;
  onChange: (value: string) => void;
}

/**
 * Which NGO gets the observers: its number, required (docs/specification.md 2).
 */
export function NgoField({ value, isLocked, onChange }: NgoFieldProps) {
  const { t } = useTranslation();
  const label = t('observerImport.ngo');
  const isWrong = value !== '' && ngoIdOf(value) === undefined;
  return (
    <Field
      label={label}
      required={!isLocked}
      hint={isLocked ? t('observerImport.ngoLocked') : undefined}
      error={isWrong ? t('observerImport.ngoWrong') : undefined}
    >
      <TextInput
        inputMode="numeric"
        autoComplete="off"
        value={value}
        readOnly={isLocked}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  );
}

/** The number that a text stands for; undefined when it is no id. */
export function ngoIdOf(text: string): number | undefined {
  const id = /^\s*\d{1,9}\s*$/.test(text) ? Number(text) : 0;
  return id > 0 ? id : undefined;
}
