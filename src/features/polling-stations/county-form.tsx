import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';

import { ConfirmDialog } from '@/components/confirm-dialog';
import type { County, CountyInput, Province } from '@/domain/county';
import { countyKey, newCode } from '@/domain/county-key';
import { fold, tidy } from '@/domain/words';
import { paths } from '@/paths';
import { useUnsaved } from '@/state/unsaved';
import { Button } from '@/ui/button';
import { Checkbox, Field, NativeSelect, TextInput } from '@/ui/field/field';
import { useTranslation } from '@/ui/texts';

import styles from './county-form.module.css';

/** What the server's table takes (docs/api-contract.md 8). */
const NAME_MAX = 100;
const CODE_MAX = 20;

interface CountyFormProps {
  county: County | undefined;
  /** A second one with the code of one of them would confuse every list. */
  others: readonly Pick<County, 'code' | 'name'>[];
  /** To choose from; none: the server does not ask for one. */
  provinces: readonly Province[];
  nextOrder: number;
  /** Why saving is not allowed. */
  reason: string | undefined;
  /** Answers whether the change is stored. */
  onSave: (input: CountyInput) => Promise<boolean>;
}

/** Name, code and diaspora of a county; of a new one also its province. */
export function CountyForm(props: CountyFormProps) {
  const { county, others, provinces, nextOrder, reason, onSave } = props;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const form = useForm<CountyInput>({
    mode: 'onTouched',
    defaultValues: {
      name: county?.name ?? '',
      code: county?.code ?? '',
      diaspora: county?.diaspora ?? false,
      order: county?.order ?? nextOrder,
      provinceCode: provinces.length > 0 ? '' : undefined,
    },
  });
  const { errors, isValid, isDirty, isSubmitting } = form.formState;
  const release = useUnsaved(isDirty);
  /** A county whose name another one has: a person is asked about it. */
  const [asked, setAsked] = useState<{
    input: CountyInput;
    namesake: Pick<County, 'code' | 'name'>;
  }>();

  /** Saved or given up: leaving asks nothing. */
  function leave() {
    release();
    void navigate(paths.counties);
  }

  async function handleSave(typed: CountyInput) {
    const name = tidy(typed.name);
    const code = tidy(typed.code);
    // A county that is there keeps its spelling.
    const isOld = code === county?.code;
    const input = { ...typed, name, code: isOld ? code : newCode(code) };
    const key = countyKey(name);
    const namesake =
      key === countyKey(county?.name ?? '')
        ? undefined
        : others.find((other) => countyKey(other.name) === key);
    if (namesake) setAsked({ input, namesake });
    else if (await onSave(input)) leave();
  }

  const required = (label: string, max: number) => ({
    validate: (value: string) => {
      const text = tidy(value);
      if (text === '') return t('VALIDATION_REQUIRED', { field: label });
      return (
        text.length <= max || t('common.tooLong', { field: label, count: max })
      );
    },
  });

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={form.handleSubmit(handleSave)}
    >
      <Field label={t('stations.county')} error={errors.name?.message} required>
        <TextInput
          {...form.register('name', required(t('stations.county'), NAME_MAX))}
        />
      </Field>
      <Field label={t('stations.code')} error={errors.code?.message} required>
        <TextInput
          {...form.register('code', {
            validate: {
              text: required(t('stations.code'), CODE_MAX).validate,
              free: (value) =>
                !others.some(({ code }) => fold(code) === fold(tidy(value))) ||
                t('stations.codeTaken'),
            },
          })}
        />
      </Field>
      <ProvinceField form={form} provinces={provinces} />
      <Checkbox {...form.register('diaspora')}>
        {t('stations.diaspora')}
      </Checkbox>
      <div className="row">
        <Button
          type="submit"
          variant="primary"
          disabled={!isValid || !isDirty || isSubmitting}
          reason={reason}
        >
          {t('common.save')}
        </Button>
        <Button onClick={leave}>{t('common.cancel')}</Button>
      </div>
      {asked ? (
        <ConfirmDialog
          title={t('stations.namesake.title', { name: asked.input.name })}
          text={t('stations.namesake.text', {
            code: asked.namesake.code,
            name: asked.namesake.name,
          })}
          confirmLabel={t('common.save')}
          onClose={() => setAsked(undefined)}
          onConfirm={async () => {
            if (!(await onSave(asked.input))) return t('common.notSaved');
            leave();
            return undefined;
          }}
        />
      ) : null}
    </form>
  );
}

interface ProvinceFieldProps {
  form: UseFormReturn<CountyInput>;
  provinces: readonly Province[];
}

/** The province of a new county, where the server asks for one. */
function ProvinceField({ form, provinces }: ProvinceFieldProps) {
  const { t } = useTranslation();
  if (provinces.length === 0) return null;
  return (
    <Field
      label={t('stations.province')}
      error={form.formState.errors.provinceCode?.message}
      required
    >
      <NativeSelect
        {...form.register('provinceCode', {
          validate: (code) =>
            (code ?? '') !== '' ||
            t('VALIDATION_REQUIRED', { field: t('stations.province') }),
        })}
      >
        <option value="">{t('stations.chooseProvince')}</option>
        {provinces.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </NativeSelect>
    </Field>
  );
}
