import { useId } from 'react';

import { useOrganisations } from '@/data/accounts';
import { Field, TextInput } from '@/ui/field/field';
import { useTranslation } from '@/ui/texts';

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
 * Where the server lists them, their numbers are proposed with their names.
 */
export function NgoField({ value, isLocked, onChange }: NgoFieldProps) {
  const { t } = useTranslation();
  const label = t('observerImport.ngo');
  const id = ngoIdOf(value);
  const isWrong = value !== '' && id === undefined;
  const known = useOrganisations(!isLocked);
  const list = useId();
  const name = known.find((each) => each.id === id)?.name;
  return (
    <Field
      label={label}
      required={!isLocked}
      hint={isLocked ? t('observerImport.ngoLocked') : name}
      error={isWrong ? t('observerImport.ngoWrong') : undefined}
    >
      <TextInput
        inputMode="numeric"
        autoComplete="off"
        value={value}
        readOnly={isLocked}
        list={list}
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={list}>
        {known.map((each) => (
          <option key={each.id} value={each.id}>
            {each.name}
          </option>
        ))}
      </datalist>
    </Field>
  );
}

/** The number that a text stands for; undefined when it is no id. */
export function ngoIdOf(text: string): number | undefined {
  const id = /^\s*\d{1,9}\s*$/.test(text) ? Number(text) : 0;
  return id > 0 ? id : undefined;
}
