import { usePublishedForms } from '@/data/forms/forms';
import type { MoreField } from '@/domain/answers/more-filter';
import { MORE_FIELDS } from '@/domain/answers/more-filter';
import { InlineField, NativeSelect, TextInput } from '@/ui/field/field';
import { useTranslation } from '@/ui/texts';

import { flaggedOptions, optionWord } from './filter-words';
import type { FilterError, FilterFields } from './filter-fields';
import { isSwitch } from './filter-fields';

interface MoreFieldsProps {
  fields: FilterFields;
  errors: Partial<Record<MoreField, FilterError>>;
  errorId: string;
  onChange: (fields: FilterFields) => void;
}

/** The filters that are answered from cached rows alone. */
export function MoreFields(props: MoreFieldsProps) {
  const { fields, errors, errorId, onChange } = props;
  const { t } = useTranslation();
  const published = usePublishedForms();
  const options = flaggedOptions(published);
  const offered = new Set(['', 'true', ...options.map(({ id }) => String(id))]);
  return MORE_FIELDS.map((name) => {
    const isWrong = errors[name] !== undefined;
    const field = {
      value: fields[name],
      'aria-describedby': isWrong ? errorId : undefined,
      onChange: (event: { currentTarget: { value: string } }) =>
        onChange({ ...fields, [name]: event.currentTarget.value }),
    };
    return (
      <InlineField
        key={name}
        label={t(`answers.more.${name}`)}
        invalid={isWrong}
      >
        {isSwitch(name) ? (
          <NativeSelect {...field}>
            <option value="">{t('answers.filter.everyState')}</option>
            <option value="true">{t('answers.more.only')}</option>
            {name === 'flagged'
              ? options.map(({ id, words }) => (
                  <option key={id} value={id}>
                    {words}
                  </option>
                ))
              : null}
            {/* Else the field would show none, while the address has a value. */}
            {isWrong || !offered.has(fields[name]) ? (
              <option value={fields[name]}>
                {isWrong
                  ? fields[name]
                  : optionWord(fields[name], published, t)}
              </option>
            ) : null}
          </NativeSelect>
        ) : (
          <TextInput {...field} autoComplete="off" />
        )}
      </InlineField>
    );
  });
}
