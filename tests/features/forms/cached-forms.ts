import { databases } from '@/db/open';
import type { FormMeta, Section } from '@/domain/forms/form';
import type { Failure } from '@/domain/outbox/outcome';

/** What the server said: its forms, and the sections of those that are given any. */
export async function cacheForms(
  forms: readonly FormMeta[],
  bodies: Record<number, Section[]> = {},
): Promise<void> {
  const { cache } = databases();
  await cache.forms.bulkPut([...forms]);
  for (const [id, sections] of Object.entries(bodies)) {
    await cache.formBodies.put({ id: Number(id), version: 1, sections });
  }
  await cacheListCursors();
}

/** Both lists of forms were read just now, or could not be. */
export async function cacheListCursors(failure?: Failure): Promise<void> {
  const now = Date.now();
  const row = { triedAt: now, asOf: now, failure };
  await databases().cache.cursors.bulkPut([
    { resource: 'forms:public', ...row },
    { resource: 'forms:draft', ...row },
  ]);
}
