import { useNavigate } from 'react-router-dom';

import { atOnce } from '@/components/at-once';
import { declareSample } from '@/data/questions/questions';
import { HOUR_MS } from '@/domain/coverage/hours';
import type { County } from '@/domain/county';
import { useStoring } from '@/components/use-storing';
import { Checkbox, InlineField, NativeSelect } from '@/ui/field/field';
import { FilterBar } from '@/ui/field/filter-bar';
import { formatMoment } from '@/ui/format';
import { useTranslation } from '@/ui/texts';
import { useNow } from '@/ui/use-now';

import type { QuestionSource } from './use-question-source';
import type { QuestionQuery } from './use-question-query';
import { questionsHref } from './use-question-query';

interface QuestionFilterProps {
  query: QuestionQuery;
  /** Of one question; absent: of all of a form. */
  questionId?: number | undefined;
  source: QuestionSource;
}

/** Which reports count. A choice counts at once. */
export function QuestionFilter(props: QuestionFilterProps) {
  const { query, questionId, source } = props;
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const now = useNow();
  const storing = useStoring();
  const { coverage, hours, organisations, plan } = source;
  const { counties } = coverage;

  function choose(choice: Partial<QuestionQuery>) {
    const next = { ...query, ...choice };
    // A county is compared with another one.
    if (next.county === undefined || next.county === next.versus) {
      delete next.versus;
    }
    void navigate(questionsHref(next, questionId), {
      ...atOnce,
      replace: true,
    });
  }

  const moment = (at: number) => formatMoment(at, now, i18n.language);
  return (
    <FilterBar
      aria-label={t('questions.filter.name')}
      onSubmit={(event) => event.preventDefault()}
    >
      <Choice
        label={t('questions.filter.county')}
        value={query.county}
        all={t('coverage.all')}
        items={countyItems(counties)}
        onChoose={(county) => choose({ county })}
      />
      {query.county === undefined ? null : (
        <Choice
          label={t('questions.filter.versus')}
          value={query.versus}
          all={t('questions.filter.nobody')}
          items={countyItems(counties).filter(
            ({ value }) => value !== query.county,
          )}
          onChoose={(versus) => choose({ versus })}
        />
      )}
      <Choice
        label={t('questions.filter.from')}
        value={query.from === undefined ? undefined : String(query.from)}
        all={t('questions.filter.begin')}
        items={hours.map((at) => ({ value: String(at), label: moment(at) }))}
        onChoose={(from) =>
          choose({ from: from === undefined ? from : Number(from) })
        }
      />
      <Choice
        label={t('questions.filter.to')}
        value={query.to === undefined ? undefined : String(query.to)}
        all={t('questions.filter.end')}
        items={hours.map((at) => ({
          value: String(at),
          label: moment(at + HOUR_MS),
        }))}
        onChoose={(to) => choose({ to: to === undefined ? to : Number(to) })}
      />
      <Choice
        label={t('questions.filter.area')}
        value={query.area}
        all={t('questions.filter.everywhere')}
        items={(['urban', 'rural'] as const).map((value) => ({
          value,
          label: t(`questions.filter.${value}`),
        }))}
        onChoose={(area) =>
          choose({
            area: area === 'urban' || area === 'rural' ? area : undefined,
          })
        }
      />
      {organisations.length === 0 ? null : (
        <Choice
          label={t('questions.filter.organisation')}
          value={query.organisation}
          all={t('questions.filter.every')}
          items={organisations.map((name) => ({ value: name, label: name }))}
          onChoose={(organisation) => choose({ organisation })}
        />
      )}
      {plan ? (
        <Checkbox
          checked={plan.isDeclared}
          disabled={storing.isBusy}
          onChange={({ currentTarget: { checked } }) =>
            void storing.store(() => declareSample(checked))
          }
        >
          {t('questions.filter.sample')}
        </Checkbox>
      ) : null}
      {storing.failure === undefined ? null : (
        <p role="alert">{storing.failure}</p>
      )}
    </FilterBar>
  );
}

function countyItems(counties: readonly County[]) {
  return counties.map(({ code, name }) => ({ value: code, label: name }));
}

/** No value of a list: everything. */
const ALL = '*';

interface ChoiceProps {
  label: string;
  /** Undefined: all. */
  value: string | undefined;
  all: string;
  items: readonly { value: string; label: string }[];
  onChoose: (value: string | undefined) => void;
}

function Choice({ label, value, all, items, onChoose }: ChoiceProps) {
  const isKnown = items.some((item) => item.value === value);
  return (
    <InlineField label={label}>
      <NativeSelect
        value={value ?? ALL}
        onChange={({ currentTarget }) =>
          onChoose(
            currentTarget.value === ALL ? undefined : currentTarget.value,
          )
        }
      >
        <option value={ALL}>{all}</option>
        {items.map((item) => (
          <option key={item.value} value={item.value}>
            {item.label}
          </option>
        ))}
        {/* A link may name what is not here. */}
        {value === undefined || isKnown ? null : (
          <option value={value}>{value}</option>
        )}
      </NativeSelect>
    </InlineField>
  );
}
