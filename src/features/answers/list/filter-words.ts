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
