import { useCounties, useCountiesPull } from '@/data/counties/counties';
import { findByLabel } from '@/domain/words';
import { failureText } from '@/components/failure';
import { Button } from '@/ui/button';
import { Combobox } from '@/ui/field/combobox';
import { Field, TextInput } from '@/ui/field/field';
import { formatNumber } from '@/ui/format';
import { Mark } from '@/ui/marks/mark';
import { useTranslation } from '@/ui/texts';

import styles from './compose.module.css';
import type { RangeField } from './station-range';
import type { useCountyFilter } from './use-county-filter';

interface CountyPanelProps {
  county: ReturnType<typeof useCountyFilter>;
  /** How many the message would go to; undefined while not known. */
  count: number | undefined;
}

/** docs/specification.md 9. */
const COUNTIES_SHOWN = 10;
const RANGE_FIELDS = ['from', 'to'] as const satisfies readonly RangeField[];

/** County search-select, range of stations, Search and Reset, and how many are selected. */
export function CountyPanel({ county: control, count }: CountyPanelProps) {
  const { t, i18n } = useTranslation();
  const { filter } = control;
  const { county } = filter;
  const counties = useCounties();
  useCountiesPull();
  const max = formatNumber(county?.limit ?? 0, i18n.language);

  function errorOf(field: RangeField) {
    const error = filter.errors[field];
    return error === undefined
      ? undefined
      : t(`notifications.range.errors.${error}`, {
          field: t(`notifications.range.${field}`),
          max,
        });
  }

  function countText(): string {
    if (filter.isSearching) return t('notifications.filter.searching');
    if (count === undefined) return t('notifications.count.pending');
    const which = county ? 'found' : 'all';
    return t(`notifications.count.${which}`, { count });
  }

  return (
    <form
      className={styles.part}
      noValidate
      aria-label={t('notifications.filter.name')}
      onSubmit={(event) => {
        event.preventDefault();
        void control.search();
      }}
    >
      <h2>
        {t('notifications.filter.title')}{' '}
        <span className="small subtle">
          {t('notifications.filter.optional')}
        </span>
      </h2>
      <div className={styles.range}>
        <Field
          label={t('notifications.filter.county')}
          hint={t('notifications.filter.countyHint')}
        >
          <Combobox
            items={(counties ?? []).map(({ code, name }) => ({
              value: code,
              label: name,
            }))}
            find={findByLabel}
            value={county?.code}
            onChange={(code) =>
              control.chooseCounty(counties?.find((each) => each.code === code))
            }
            limit={COUNTIES_SHOWN}
            labels={{
              open: t('notifications.filter.open'),
              clear: t('notifications.filter.clear'),
              close: t('common.close'),
              none: t('notifications.filter.none'),
              more: (hidden) =>
                t('notifications.filter.more', { count: hidden }),
            }}
          />
        </Field>
        {county
          ? RANGE_FIELDS.map((field) => (
              <Field
                key={field}
                label={t(`notifications.range.${field}`)}
                hint={t('notifications.range.hint', { max })}
                error={errorOf(field)}
              >
                <TextInput
                  inputMode="numeric"
                  value={filter.range[field]}
                  onChange={({ target }) =>
                    control.editRange(field, target.value)
                  }
                />
              </Field>
            ))
          : null}
      </div>
      <div className="row row-wrap">
        <Button
          type="submit"
          icon="search"
          aria-disabled={filter.isSearching}
          reason={
            county
              ? county.limit > 0
                ? undefined
                : t('notifications.filter.noStations')
              : t('notifications.filter.chooseFirst')
          }
        >
          {t('notifications.filter.search')}
        </Button>
        <Button onClick={control.reset}>{t('common.reset')}</Button>
        <output className="push">{countText()}</output>
      </div>
      {filter.failure ? (
        <div role="alert">
          <Mark tone="refused" icon="alert">
            <span className={styles.words}>
              {t('notifications.filter.failed')}{' '}
              {failureText(filter.failure, t)}
            </span>
          </Mark>
        </div>
      ) : null}
    </form>
  );
}
