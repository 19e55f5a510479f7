import type { FormInput, FormMeta, Section } from '@/domain/forms/form';
import { isSameContent } from '@/domain/forms/form';
import { isHalfSaved } from './half-saved';
import type { PlainArgs } from './kinds';

/** The fields of a form's metadata that two people may change at once. */
export const headFields = ['code', 'description', 'diaspora', 'draft'] as const;

/**
 * Fields that both sides changed, differently. Fields that only one side
 * changed merge by themselves, and so do equal changes.
 * @param base what the user saw. @param mine what they want; a field that is
 * absent or as in `base` is not theirs to change.
 * @param theirs what the server has now.
 */
export function conflictingFields<K extends PropertyKey>(
  fields: readonly K[],
  base: Record<K, unknown>,
  mine: Partial<Record<K, unknown>>,
  theirs: Record<K, unknown>,
): K[] {
  return fields.filter(
    (field) =>
      mine[field] !== undefined &&
      mine[field] !== base[field] &&
      theirs[field] !== base[field] &&
      theirs[field] !== mine[field],
  );
}

/** Whether everything that we changed of a form's metadata stands there now. */
export function isHeadChangeIn(
  base: FormMeta,
  mine: FormInput,
  now: FormMeta,
): boolean {
  return headFields.every(
    (field) => mine[field] === base[field] || mine[field] === now[field],
  );
}

/** Whether an editor changed what a form asks. */
export function areSectionsChanged({
  base,
  input,
}: Pick<PlainArgs['form.update'], 'base' | 'input'>): boolean {
  return !isSameContent(base.sections, input.sections);
}

/**
 * Whether an edited form clashes with what others saved meanwhile. The
 * structure of a form is never merged: if both sides touched the sections,
 * a person decides; metadata clash field by field.
 */
export function isFormConflict(
  base: { meta: FormMeta; sections: Section[] },
  mine: FormInput,
  theirs: { meta: FormMeta; sections: Section[] },
): boolean {
  return (
    areSectionsConflicting(base.sections, mine.sections, theirs.sections) ||
    conflictingFields(headFields, base.meta, mine, theirs.meta).length > 0
  );
}

/**
 * Both sides changed what a form asks, differently. Our own save of which a part
 * was lost is no change of theirs.
 */
export function areSectionsConflicting(
  base: readonly Section[],
  mine: readonly Section[],
  theirs: readonly Section[],
): boolean {
  return (
    !isSameContent(base, theirs) &&
    !isSameContent(base, mine) &&
    !isSameContent(mine, theirs) &&
    !isHalfSaved(base, mine, theirs)
  );
}

/**
 * What is sent when both sides changed a form without a clash: their value
 * wherever we left ours alone.
 */
export function mergeForm(
  base: { meta: FormMeta; sections: Section[] },
  mine: FormInput,
  theirs: { meta: FormMeta; sections: Section[] },
): FormInput {
  const iChanged = !isSameContent(base.sections, mine.sections);
  return {
    ...mine,
    code: later(base.meta.code, mine.code, theirs.meta.code),
    description: later(
      base.meta.description,
      mine.description,
      theirs.meta.description,
    ),
    diaspora: later(base.meta.diaspora, mine.diaspora, theirs.meta.diaspora),
    draft: later(base.meta.draft, mine.draft, theirs.meta.draft),
    sections: iChanged ? mine.sections : theirs.sections,
  };
}

/** Mine where I changed it, theirs where I did not. */
function later<T>(base: T, mine: T, theirs: T): T {
  return mine === base ? theirs : mine;
}
