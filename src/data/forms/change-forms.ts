import type { EnqueueOptions } from '@/data/outbox/change-ops';
import { enqueue } from '@/data/outbox/change-ops';
import type { FormInput, FormMeta, Section } from '@/domain/forms/form';
import { temporaryId } from '@/domain/outbox/op';

/** The draft and the ops that a saved form makes needless. */
export type Replaced = Pick<EnqueueOptions, 'draftKey' | 'inPlaceOf'>;

/** Enqueues a new form. @returns its temporary id. */
export async function createForm(
  input: FormInput,
  replaced?: Replaced,
): Promise<number> {
  const id = temporaryId(Math.random);
  await enqueue('form.create', { id, input }, replaced);
  return id;
}

/**
 * Enqueues an edit of a form: what was removed from `base` is deleted on the server.
 * @param base the form and sections as they were when the user began.
 */
export function updateForm(
  base: { meta: FormMeta; sections: Section[] },
  input: FormInput,
  replaced?: Replaced,
): Promise<void> {
  return enqueue('form.update', { id: base.meta.id, base, input }, replaced);
}

/** Enqueues a publication, or a withdrawal to the drafts. */
export function publishForm(base: FormMeta, draft: boolean): Promise<void> {
  return enqueue('form.publish', { id: base.id, base, draft });
}

/** Enqueues a deletion; the server refuses it for published forms and ones with answers. */
export function deleteForm(base: FormMeta): Promise<void> {
  return enqueue('form.delete', { id: base.id, base });
}
