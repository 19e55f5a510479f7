import type { TFunction } from 'i18next';

import type { Problem, Warning } from '@/domain/forms/checks';
import type { PartKey } from '@/domain/forms/outline';

/** What keeps the form from being saved: the field, the place and the rule. */
export function problemWords(problem: Problem, t: TFunction): string {
  const { field, rule, limit, length, place } = problem;
  if (rule === 'required') return t(`forms.required.${field}`);
  const where =
    place.kind === 'form' ? '' : t(`forms.place.${place.kind}`, { ...place });
  return t('forms.tooLong', {
    where,
    field: t(`forms.field.${place.kind}.${field}`),
    length,
    limit,
  });
}

/** What asks for a look before publishing. */
export function warningWords(warning: Warning, t: TFunction): string {
  return t(`forms.warning.${warning.kind}`, { ...warning });
}

/** The part to go to; undefined when it is the form itself or gone. */
export function partOf(warning: Warning): PartKey | undefined {
  return 'part' in warning ? warning.part : undefined;
}
