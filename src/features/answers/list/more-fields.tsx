import { useTranslation } from 'react-i18next';

import { usePublishedForms } from '@/data/forms/forms';
import type { MoreField } from '@/domain/answers/more-filter';
import { MORE_FIELDS } from '@/domain/answers/more-filter';
import { InlineField, NativeSelect, TextInput } from '@/ui/field/field';

import { flaggedOptions } from './filter-words';
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
  const options = flaggedOptions(usePublishedForms());
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
            {isWrong ? (
              <option value={fields[name]}>{fields[name]}</option>
            ) : null}
          </NativeSelect>
        ) : (
          <TextInput {...field} autoComplete="off" />
        )}
      </InlineField>
    );
  });
}
