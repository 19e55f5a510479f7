import type { TFunction } from 'i18next';

import type { PublishedForms } from '@/data/forms/forms';

import type { FilterField } from './filter-fields';
import { isMore } from './filter-fields';

export const LABELS = {
  county: 'answers.filter.county',
  pollingStationNumber: 'answers.filter.station',
  phoneObserver: 'answers.filter.phone',
  from: 'answers.filter.from',
  to: 'answers.filter.to',
  triage: 'answers.triage.name',
} satisfies Partial<Record<FilterField, string>>;

/** Translation key of a filter's label. */
export function labelOf(name: FilterField): string {
  return isMore(name) ? `answers.more.${name}` : LABELS[name];
}

/** The flagged options of the published forms, with their question. */
export function flaggedOptions(published: PublishedForms | undefined) {
  return (published?.bodies ?? [])
    .flatMap(({ sections }) => sections.flatMap(({ questions }) => questions))
    .flatMap(({ code, text: question, options }) =>
      options
        .filter(({ flagged }) => flagged)
        .map(({ id, text }) => ({ id, words: `${code} ${question}: ${text}` })),
    );
}

/** The value of a filter behind "More filters" in words; none where it is on. */
export function moreWord(
  value: string,
  name: FilterField,
  published: PublishedForms | undefined,
  t: TFunction,
): string {
  if (value === 'true') return '';
  if (name !== 'flagged') return value;
  const option = flaggedOptions(published).find(
    ({ id }) => String(id) === value,
  );
  return option?.words ?? strangeOption(value, published, t);
}

/** An option of an older view or link. It is called gone only when all forms were read. */
export function strangeOption(
  id: string,
  published: PublishedForms | undefined,
  t: TFunction,
): string {
  const { forms = [], bodies = [] } = published ?? {};
  const areRead = forms.length > 0 && bodies.length === forms.length;
  return areRead
    ? t('answers.more.optionGone', { id })
    : t('answers.more.optionUnread', { id });
}
