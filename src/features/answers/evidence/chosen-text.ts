import type { TFunction } from 'i18next';

import type { PublishedForms } from '@/data/forms/forms';
import type { EvidenceScope } from '@/data/threads/evidence';

import { optionWord } from '@/features/answers/list/filter-words';
import type { ChosenFields } from './evidence-button';

/** Labels of the filters that are not behind "More filters". */
const LABELS: Partial<Record<string, string>> = {
  county: 'answers.filter.county',
  pollingStationNumber: 'answers.filter.station',
  phoneObserver: 'answers.filter.phone',
  from: 'answers.filter.from',
  to: 'answers.filter.to',
  triage: 'answers.triage.name',
};

/** Which threads an evidence file is about, in words. */
export function chosenText(
  scope: EvidenceScope,
  fields: ChosenFields,
  published: PublishedForms | undefined,
  t: TFunction,
): string {
  if (scope.kind === 'threads') {
    return t('answers.evidence.chosenThreads', { count: scope.keys.length });
  }
  const isUrgent = scope.list === 'urgent';
  const list = isUrgent ? t('answers.titleUrgent') : t('answers.titleAll');
  const filters = Object.entries(fields)
    .filter(([, value]) => value.trim() !== '')
    .map(([name, value]) => {
      const label = t(LABELS[name] ?? `answers.more.${name}`);
      // It is on, and has no value.
      if (value === 'true') return label;
      return `${label}: ${wordOf(name, value, published, t)}`;
    })
    .join('; ');
  return filters === ''
    ? t('answers.evidence.chosenAll', { list })
    : t('answers.evidence.chosenFilter', { list, filters });
}

function wordOf(
  name: string,
  value: string,
  published: PublishedForms | undefined,
  t: TFunction,
): string {
  if (name === 'triage') return t(`answers.triage.state.${value}`);
  return name === 'flagged' ? optionWord(value, published, t) : value;
}
