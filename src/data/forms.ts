import { databases } from '@/db/open';
import type { FormBody, FormMeta } from '@/domain/form';
import { sync } from '@/workers/client';

import type { Pull } from './use-pull';
import { usePull } from './use-pull';
import { useLive } from './use-live';

export interface PublishedForms {
  /** In the host's order. */
  forms: FormMeta[];
  /** Sections of those that are kept. */
  bodies: FormBody[];
}

export interface PublishedFormsRead extends PublishedForms {
  /** Epoch ms of the last good answer; absent: the list was never loaded. */
  asOf?: number;
}

/** The published forms: a thread has one tab for each. Undefined until read. */
export function usePublishedForms(): PublishedFormsRead | undefined {
  return useLive('forms', async () => {
    const published = await readPublishedForms();
    const cursor = await databases().cache.cursors.get('forms:public');
    return cursor?.asOf === undefined
      ? published
      : { ...published, asOf: cursor.asOf };
  });
}

/** The same, for reads that need them inside. */
export async function readPublishedForms(): Promise<PublishedForms> {
  const { cache } = databases();
  const forms = (await cache.forms.toArray())
    .filter((form) => !form.draft)
    .sort((a, b) => a.order - b.order || a.id - b.id);
  const bodies = await cache.formBodies.bulkGet(forms.map(({ id }) => id));
  return { forms, bodies: bodies.filter((body) => body !== undefined) };
}

/** Fetches a form's sections when its tab is opened and they are not kept. */
export function useFormPull(formId: number, isKept: boolean): Pull {
  return usePull(`form:${formId}:${isKept}`, async () =>
    isKept ? { ok: true } : sync.pullForm(formId),
  );
}
