import type { FormEvent, Ref } from 'react';
import { useId, useState } from 'react';

import { useCounties } from '@/data/counties/counties';
import { TRIAGE_STATES } from '@/domain/triage/triage';
import { Button } from '@/ui/button';
import { InlineField, NativeSelect, TextInput } from '@/ui/field/field';
import { FilterBar } from '@/ui/field/filter-bar';
import { Icon } from '@/ui/icon';
import { latePart, useLatePart } from '@/ui/overlay/late-part';
import { useTranslation } from '@/ui/texts';

import type { FilterError, FilterField, FilterFields } from './filter-fields';
import {
  checkFields,
  FILTER_FIELDS,
  isMore,
  isSwitch,
  noFilter,
} from './filter-fields';
import { LABELS, labelOf } from './filter-words';
import styles from './thread-filter.module.css';

const morePart = latePart(() =>
  import('./more-fields').catch(() => 'missing' as const),
);

const ERRORS: Record<FilterError, string> = {
  number: 'answers.filter.errors.number',
  phone: 'answers.filter.errors.phone',
  date: 'answers.filter.errors.date',
  order: 'answers.filter.errors.order',
  state: 'answers.filter.errors.state',
  switch: 'answers.more.errors.switch',
  range: 'answers.more.errors.range',
};

/** docs/specification.md 2 names it, the same in every language. */
const MOMENT_PLACEHOLDER = 'yyyy-MM-dd hh:mm';

interface ThreadFilterProps {
  /** As the URL has them. */
  fields: FilterFields;
  /** Called with fields that can all be applied. */
  onFilter: (fields: FilterFields) => void;
  /** The first field: where "/" goes. */
  firstField: Ref<HTMLSelectElement>;
}

/**
 * The filters of the list (docs/specification.md 2, "Answers"). A field that
 * cannot be used is named with its reason, and nothing is applied.
 */
export function ThreadFilter(props: ThreadFilterProps) {
  const { onFilter, firstField } = props;
  const { t } = useTranslation();
  const counties = useCounties() ?? [];
  const errorId = useId();
  const [inForce, setInForce] = useState(props.fields);
  const [fields, setFields] = useState(props.fields);
  const [errors, setErrors] = useState(() => checkFields(props.fields).errors);
  if (inForce !== props.fields) take(props.fields);
  const set = FILTER_FIELDS.filter(
    (name) => isMore(name) && props.fields[name].trim() !== '',
  );
  const [isMoreOpen, setMoreOpen] = useState(set.length > 0);
  const more = useLatePart(morePart, isMoreOpen);
  const wrong = FILTER_FIELDS.filter((name) => errors[name] !== undefined);

  /** Back, a link or a button changed the URL: it is right, the form follows. */
  function take(next: FilterFields) {
    setInForce(next);
    setFields(next);
    setErrors(checkFields(next).errors);
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    const checked = checkFields(fields);
    setErrors(checked.errors);
    if (Object.keys(checked.errors).length === 0) onFilter(fields);
  }

  function handleReset() {
    setFields(noFilter);
    setErrors({});
    onFilter(noFilter);
  }

  function text(name: FilterField) {
    return {
      value: fields[name],
      autoComplete: 'off',
      'aria-describedby': errors[name] === undefined ? undefined : errorId,
      onChange: (event: { currentTarget: { value: string } }) =>
        setFields({ ...fields, [name]: event.currentTarget.value }),
    };
  }

  return (
    <div className={styles.filter} data-more={more && ''}>
      <FilterBar aria-label={t('answers.filter.name')} onSubmit={handleSubmit}>
        <InlineField label={t(LABELS.county)}>
          <NativeSelect
            ref={firstField}
            value={fields.county}
            onChange={({ currentTarget }) =>
              setFields({ ...fields, county: currentTarget.value })
            }
          >
            <option value="">{t('answers.filter.everyCounty')}</option>
            {counties.map(({ id, code, name }) => (
              <option key={id} value={code}>
                {name}
              </option>
            ))}
            {/* A link may name a county that is not cached yet. */}
            {fields.county === '' ||
            counties.some(({ code }) => code === fields.county) ? null : (
              <option value={fields.county}>{fields.county}</option>
            )}
          </NativeSelect>
        </InlineField>
        <InlineField
          label={t(LABELS.pollingStationNumber)}
          invalid={errors.pollingStationNumber !== undefined}
        >
          <TextInput {...text('pollingStationNumber')} inputMode="numeric" />
        </InlineField>
        <InlineField
          wide
          label={t(LABELS.phoneObserver)}
          invalid={errors.phoneObserver !== undefined}
        >
          <TextInput {...text('phoneObserver')} inputMode="tel" />
        </InlineField>
        <InlineField
          wide
          label={t(LABELS.from)}
          invalid={errors.from !== undefined}
        >
          <TextInput {...text('from')} placeholder={MOMENT_PLACEHOLDER} />
        </InlineField>
        <InlineField
          wide
          label={t(LABELS.to)}
          invalid={errors.to !== undefined}
        >
          <TextInput {...text('to')} placeholder={MOMENT_PLACEHOLDER} />
        </InlineField>
        <InlineField
          label={t(LABELS.triage)}
          invalid={errors.triage !== undefined}
        >
          <NativeSelect
            value={fields.triage}
            aria-describedby={errors.triage === undefined ? undefined : errorId}
            onChange={({ currentTarget }) =>
              setFields({ ...fields, triage: currentTarget.value })
            }
          >
            <option value="">{t('answers.filter.everyState')}</option>
            {TRIAGE_STATES.map((state) => (
              <option key={state} value={state}>
                {t(`answers.triage.state.${state}`)}
              </option>
            ))}
            {/* A link may name a state that this version does not know. */}
            {errors.triage === undefined ? null : (
              <option value={fields.triage}>{fields.triage}</option>
            )}
          </NativeSelect>
        </InlineField>
        {more === 'missing' ? t('answers.more.notLoaded') : null}
        {more && more !== 'missing' ? (
          <more.MoreFields
            fields={fields}
            errors={errors}
            errorId={errorId}
            onChange={setFields}
          />
        ) : null}
        <Button
          aria-expanded={isMoreOpen}
          onClick={() => setMoreOpen(!isMoreOpen)}
        >
          {t('answers.more.open')}
        </Button>
        <Button type="submit" variant="primary">
          {t('common.filter')}
        </Button>
        <Button onClick={handleReset}>{t('common.reset')}</Button>
      </FilterBar>
      {set.length === 0 ? null : (
        <div className={styles.set}>
          {set.map((name) => (
            <Button
              key={name}
              small
              icon="close"
              onClick={() => onFilter({ ...props.fields, [name]: '' })}
            >
              {t('answers.more.without', {
                field: t(labelOf(name)),
                value: isSwitch(name) ? '' : props.fields[name],
              })}
            </Button>
          ))}
        </div>
      )}
      <div id={errorId} role="alert">
        {wrong.map((name) => (
          <p key={name} className={styles.error}>
            <Icon name="alert" small />
            {t(ERRORS[errors[name] ?? 'date'], { field: t(labelOf(name)) })}
          </p>
        ))}
      </div>
    </div>
  );
}
