import type { FormInput, FormMeta, Section } from './form';
import { isSameContent } from './form';
import type { ObserverInput, ObserverPatch } from './observer';

/** What the host has now, where it is not what the user saw. */
export type Theirs =
  | { kind: 'observer'; row: ObserverInput }
  | { kind: 'form'; meta: FormMeta; sections: Section[] };

/**
 * Fields that both sides changed, differently. Fields that only one side
 * changed merge by themselves, and so do equal changes.
 * @param base what the user saw. @param patch what they changed.
 * @param theirs what the host has now.
 */
export function conflictingFields(
  base: ObserverInput,
  patch: ObserverPatch,
  theirs: ObserverInput,
): (keyof ObserverInput)[] {
  return (['name', 'phone'] as const).filter(
    (field) =>
      patch[field] !== undefined &&
      theirs[field] !== base[field] &&
      theirs[field] !== patch[field],
  );
}

const headFields = ['code', 'description', 'diaspora', 'draft'] as const;

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
  const theyChanged = !isSameContent(base.sections, theirs.sections);
  const iChanged = !isSameContent(base.sections, mine.sections);
  const isAgreed = isSameContent(mine.sections, theirs.sections);
  if (theyChanged && iChanged && !isAgreed) return true;
  return headFields.some(
    (field) =>
      theirs.meta[field] !== base.meta[field] &&
      mine[field] !== base.meta[field] &&
      mine[field] !== theirs.meta[field],
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
