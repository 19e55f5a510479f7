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
  return optionsOf(published).filter(({ flagged }) => flagged);
}

function optionsOf(published: PublishedForms | undefined) {
  return (published?.bodies ?? [])
    .flatMap(({ sections }) => sections.flatMap(({ questions }) => questions))
    .flatMap(({ code, text: question, options }) =>
      options.map(({ id, text, flagged }) => ({
        id,
        flagged,
        words: `${code} ${question}: ${text}`,
      })),
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
  return name === 'flagged' ? optionWord(value, published, t) : value;
}

/**
 * An option in words, also one of an older view that is not flagged any more. It is
 * called gone only when all forms were read.
 */
export function optionWord(
  id: string,
  published: PublishedForms | undefined,
  t: TFunction,
): string {
  const option = optionsOf(published).find((each) => String(each.id) === id);
  if (option) return option.words;
  const { forms = [], bodies = [] } = published ?? {};
  const areRead = forms.length > 0 && bodies.length === forms.length;
  return areRead
    ? t('answers.more.optionGone', { id })
    : t('answers.more.optionUnread', { id });
}
