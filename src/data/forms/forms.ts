import { useLastShown } from '@/data/live/last-screen';
import { createSharedReads, useSharedLive } from '@/data/live/shared-reads';
import { useLive } from '@/data/live/use-live';
import type { Pull } from '@/data/live/use-pull';
import { usePull } from '@/data/live/use-pull';
import { databases } from '@/db/open';
import { readOpenOps } from '@/db/open-ops';
import type { FormBody, FormMeta, Section } from '@/domain/forms/form';
import type { Failure } from '@/domain/outbox/outcome';
import type { Overlaid } from '@/domain/outbox/overlay';
import { overlayForms, overlaySections } from '@/domain/outbox/overlay';
import { sync } from '@/workers/client';

export interface PublishedForms {
  /** In the server's order. */
  forms: FormMeta[];
  /** Sections of those that are cached. */
  bodies: FormBody[];
}

export interface PublishedFormsRead extends PublishedForms {
  /** Epoch ms of the last good answer; absent: the list was never loaded. */
  asOf?: number | undefined;
}

const publishedForms = createSharedReads<PublishedFormsRead>();

/** The published forms: a thread has one tab for each. Undefined until read. */
export function usePublishedForms(): PublishedFormsRead | undefined {
  const live = useSharedLive(publishedForms, 'forms', async () => {
    const published = await readPublishedForms();
    const cursor = await databases().cache.cursors.get('forms:public');
    return cursor?.asOf === undefined
      ? published
      : { ...published, asOf: cursor.asOf };
  });
  const last = useLastShown('forms', '', live, areLoaded);
  return live ?? last;
}

function areLoaded({ asOf }: PublishedFormsRead): boolean {
  return asOf !== undefined;
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

/** Fetches a form's sections when its tab is opened and they are not cached. */
export function useFormPull(formId: number, isCached: boolean): Pull {
  return usePull(`form:${formId}:${isCached}`, async () =>
    isCached ? { ok: true } : sync.pullForm(formId),
  );
}

export interface FormListRead {
  /** Drafts and published ones, in the server's order, with waiting changes. */
  rows: Overlaid<FormMeta>[];
  /** Epoch ms at which both lists were known to be right. */
  asOf?: number | undefined;
  failure?: Failure | undefined;
}

/** All forms, live. Undefined until read. */
export function useForms(): FormListRead | undefined {
  return useLive('form-list', async () => {
    const { cache, intent } = databases();
    const [forms, ops, freshness] = await Promise.all([
      cache.forms.toArray(),
      readOpenOps(intent.outbox),
      cache.cursors.bulkGet(['forms:public', 'forms:draft']),
    ]);
    const rows = overlayForms(forms, ops);
    rows.sort((a, b) => a.order - b.order || a.id - b.id);
    const times = freshness.map((cursor) => cursor?.asOf);
    const failure = freshness.find((cursor) => cursor?.failure)?.failure;
    return {
      rows,
      asOf: times.every((time) => time !== undefined)
        ? Math.min(...times)
        : undefined,
      failure,
    };
  });
}

/** Asks for both lists and the sections that moved. */
export function useFormsPull(): Pull {
  return usePull('forms', () => sync.pullForms());
}

export interface FormRead {
  /** With waiting changes; absent: not cached. */
  form?: Overlaid<FormMeta> | undefined;
  /** As the user last wanted them; absent: not cached. */
  sections?: Section[] | undefined;
  /** The server's id of a form that was created here under a temporary one. */
  realId?: number | undefined;
  /** Both lists were read and neither has it. */
  isUnknown: boolean;
  /** Epoch ms at which form and sections were last known to be right. */
  asOf?: number | undefined;
  failure?: Failure | undefined;
}

/** One form for the editor, live; negative ids are forms the server has not yet. */
export function useFormById(formId: number): FormRead | undefined {
  return useLive(`form:${formId}`, async () => {
    const { cache, intent } = databases();
    const [meta, body, cursor, freshness, ops, mapped] = await Promise.all([
      cache.forms.get(formId),
      cache.formBodies.get(formId),
      cache.cursors.get(`form:${formId}`),
      cache.cursors.bulkGet(['forms:public', 'forms:draft']),
      intent.outbox.where('lane').equals(`form:${formId}`).toArray(),
      intent.idMap.get(formId),
    ]);
    const form = overlayForms(meta ? [meta] : [], ops)[0];
    const sections = overlaySections(body?.sections, ops);
    const isRead = freshness.every((list) => list?.asOf !== undefined);
    const list = freshness[meta?.draft === true ? 1 : 0];
    // The list tells the version: sections of that version are as fresh as the list.
    const isCurrent = body?.version === meta?.currentVersion;
    const asOf = Math.max(cursor?.asOf ?? 0, (isCurrent && list?.asOf) || 0);
    const failure = cursor?.failure ?? list?.failure;
    return {
      form,
      sections,
      realId: mapped?.realId,
      isUnknown: !form && isRead,
      asOf: asOf === 0 ? undefined : asOf,
      failure,
    };
  });
}
