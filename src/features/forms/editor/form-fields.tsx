import { useState } from 'react';

import type { FormInput } from '@/domain/forms/form';
import { patchForm } from '@/domain/forms/editing';
import { Checkbox, Field, TextInput } from '@/ui/field/field';
import { useTranslation } from '@/ui/texts';

import { useEditorTools } from './editor-tools';
import styles from './form-fields.module.css';

const FIELDS = ['code', 'title', 'description'] as const;

interface FormFieldsProps {
  form: FormInput;
}

/**
 * Title, code, description and "only diaspora"; an empty one is named once it
 * was touched (docs/specification.md 5).
 */
export function FormFields({ form }: FormFieldsProps) {
  const { t } = useTranslation();
  const { edit, isLocked } = useEditorTools();
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());

  function touch(field: string) {
    setTouched((before) => new Set([...before, field]));
  }

  return (
    <div className={styles.fields}>
      {FIELDS.map((field) => (
        <Field
          key={field}
          label={t(`forms.field.form.${field}`)}
          required={!isLocked}
          error={
            touched.has(field) && form[field].trim() === ''
              ? t(`forms.required.${field}`)
              : undefined
          }
        >
          <TextInput
            value={form[field]}
            readOnly={isLocked}
            autoComplete="off"
            onBlur={() => touch(field)}
            onChange={({ target }) => {
              touch(field);
              edit(patchForm({ [field]: target.value }), { mark: field });
            }}
          />
        </Field>
      ))}
      <span className={styles.diaspora}>
        <Checkbox
          checked={form.diaspora}
          disabled={isLocked}
          onChange={({ target }) =>
            edit(patchForm({ diaspora: target.checked }))
          }
        >
          {t('forms.onlyDiaspora')}
        </Checkbox>
      </span>
    </div>
  );
}
