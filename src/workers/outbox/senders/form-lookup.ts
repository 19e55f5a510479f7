import { getForms, getFormSections } from '@/api/forms';
import type { FormMeta, Section } from '@/domain/forms/form';
import type { Failure } from '@/domain/outbox/outcome';

import type { Engine } from '@/workers/engine/engine';
import { mergeBody, hasUnknownIds } from '@/workers/pull/server-cache';

/**
 * All forms of the server: two lists, and a publish moves a form between them
 * (docs/api-contract.md 4.1). @returns them, or why the server could not be
 * asked.
 */
async function freshForms(engine: Engine): Promise<FormMeta[] | Failure> {
  const published = await getForms(engine.push, false);
  if (!published.ok) return published.failure;
  const drafts = await getForms(engine.push, true);
  if (!drafts.ok) return drafts.failure;
  return [...(published.value ?? []), ...(drafts.value ?? [])];
}

/**
 * The form that fits, as the lists tell it. Others may publish it between the two
 * reads, and then neither list has it: only one that is missed twice is none.
 * @returns 'none' when the server has none that fits, or why it could not be asked.
 */
export async function findForm(
  engine: Engine,
  fits: (form: FormMeta) => boolean,
): Promise<FormMeta | 'none' | Failure> {
  for (let reads = 0; reads < 2; reads += 1) {
    const forms = await freshForms(engine);
    if (!Array.isArray(forms)) return forms;
    const found = forms.find(fits);
    if (found) return found;
  }
  return 'none';
}

export interface FreshForm {
  meta: FormMeta;
  sections: Section[];
  /** The server's validator of the sections, where it shows one. */
  etag?: string | undefined;
}

/**
 * One form as the server tells it now.
 * @returns 'none' when it has none that fits, or why it could not be asked.
 */
export async function toldForm(
  engine: Engine,
  fits: (form: FormMeta) => boolean,
): Promise<FreshForm | 'none' | Failure> {
  const meta = await findForm(engine, fits);
  if (meta === 'none' || isFailure(meta)) return meta;
  const body = await getFormSections(engine.push, meta.id);
  if (!body.ok) return body.failure;
  return { meta, sections: body.value, etag: body.etag };
}

/**
 * The same, as far as it can be believed: a cache of the server may not know of
 * our last save. While the ids of what that added are unknown, nothing can be
 * built on it.
 */
export async function freshForm(
  engine: Engine,
  fits: (form: FormMeta) => boolean,
): Promise<FreshForm | 'none' | Failure> {
  const told = await toldForm(engine, fits);
  if (told === 'none' || isFailure(told)) return told;
  let { meta } = told;
  let sections = await believed(engine, told);
  if (sections !== told.sections) {
    // The list came before the sections: others may have saved in between.
    const again = await findForm(engine, fits);
    if (again === 'none' || isFailure(again)) return again;
    meta = again;
    sections = await believed(engine, { ...told, meta });
  }
  return hasUnknownIds(sections)
    ? { kind: 'unreadable' }
    : { ...told, meta, sections };
}

async function believed(
  engine: Engine,
  { meta, sections }: FreshForm,
): Promise<Section[]> {
  const kept = await engine.databases.cache.formBodies.get(meta.id);
  const read = { id: meta.id, version: meta.currentVersion, sections };
  return mergeBody(kept, read, engine.now()).sections;
}

/** Whether a lookup brought only why the server could not be asked. */
export function isFailure(value: object | 'none'): value is Failure {
  return value !== 'none' && 'kind' in value;
}
