import { getForms, getFormSections } from '@/api/forms';
import type { FormMeta } from '@/domain/form';
import { formLane } from '@/domain/op';

import { acknowledgedSince, currentAck } from './acknowledge';
import { commit, etagOf, noteReply, putChanged } from './commit';
import type { Engine, PullResult } from './engine';
import { pulled, resultOf } from './engine';

/** Resource of the list of drafts or of published forms. */
function listOf(draft: boolean): string {
  return draft ? 'forms:draft' : 'forms:public';
}

/**
 * Fetches both form lists, then every body whose version moved. Published forms
 * come first: they give the threads their questions.
 */
export async function pullForms(engine: Engine): Promise<PullResult> {
  const published = await pullFormList(engine, false);
  const drafts = await pullFormList(engine, true);
  await forgetMissing(engine, published.forms, drafts.forms);
  const wanted = [...(published.forms ?? []), ...(drafts.forms ?? [])];
  for (const form of wanted) {
    if (engine.isStopped()) break;
    const body = await engine.databases.cache.formBodies.get(form.id);
    if (body?.version !== form.currentVersion) await pullForm(engine, form.id);
  }
  return published.result.ok ? drafts.result : published.result;
}

async function pullFormList(engine: Engine, draft: boolean) {
  const { cache } = engine.databases;
  const cursor = await cache.cursors.get(listOf(draft));
  const ack = await currentAck(cache);
  const reply = await getForms(engine.background, draft, cursor?.etag);
  const forms = reply.ok ? reply.value : undefined;
  if (forms) {
    await commit(engine, ['forms', 'acks'], async () => {
      const newer = await acknowledgedSince(cache, ack);
      const rows = forms.filter((form) => !newer.has(formLane(form)));
      await putChanged(cache.forms, ({ id }) => id, rows);
    });
  }
  await noteReply(engine, listOf(draft), reply, etagOf(reply));
  const isUnchanged = reply.ok && !forms;
  return {
    result: resultOf([reply]),
    forms: isUnchanged ? await keptFormList(engine, draft) : forms,
  };
}

/**
 * A list that did not change (304) is what is kept of it. Without it a form
 * deleted from the other list would stay for ever.
 */
function keptFormList(engine: Engine, draft: boolean): Promise<FormMeta[]> {
  return engine.databases.cache.forms
    .filter((form) => form.draft === draft)
    .toArray();
}

/**
 * A form absent from one list may just have moved to the other; only one that
 * both fresh lists miss is gone.
 */
async function forgetMissing(
  engine: Engine,
  published: readonly FormMeta[] | undefined,
  drafts: readonly FormMeta[] | undefined,
): Promise<void> {
  if (!published || !drafts) return;
  const alive = new Set([...published, ...drafts].map(({ id }) => id));
  await commit(engine, ['forms', 'formBodies'], async (cache) => {
    const kept = await cache.forms.toCollection().primaryKeys();
    const gone = kept.filter((id) => !alive.has(id));
    await cache.forms.bulkDelete(gone);
    await cache.formBodies.bulkDelete(gone);
  });
}

/** Fetches the sections of one form and keeps them under the list's version. */
export async function pullForm(
  engine: Engine,
  formId: number,
): Promise<PullResult> {
  const resource = `form:${formId}`;
  const { cache } = engine.databases;
  const form = await cache.forms.get(formId);
  const ack = await currentAck(cache);
  const reply = await getFormSections(engine.urgent, formId);
  if (reply.ok && reply.value) {
    const body = {
      id: formId,
      version: form?.currentVersion ?? 0,
      sections: reply.value,
    };
    await commit(engine, ['formBodies', 'acks'], async () => {
      const newer = await acknowledgedSince(cache, ack);
      const rows = newer.has(formLane(body)) ? [] : [body];
      await putChanged(cache.formBodies, ({ id }) => id, rows);
    });
  }
  await noteReply(engine, resource, reply);
  return reply.ok ? pulled : resultOf([reply]);
}
