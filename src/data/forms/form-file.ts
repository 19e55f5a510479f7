import { exportChange } from '@/data/outbox/queue-file';
import type { FormInput, FormMeta, Section } from '@/domain/forms/form';
import { temporaryId } from '@/domain/outbox/op';

/**
 * What `createForm` or, with a base, `updateForm` would enqueue, as a queue file:
 * for a device that cannot store it.
 */
export function exportForm(
  base: { meta: FormMeta; sections: Section[] } | undefined,
  input: FormInput,
): Blob {
  return base
    ? exportChange('form.update', { id: base.meta.id, base, input })
    : exportChange('form.create', { id: temporaryId(Math.random), input });
}
