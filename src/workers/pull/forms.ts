import { getForms, getFormSections } from '@/api/forms';
import { FORMS_EVERY_MS } from '@/config';
import type { FormMeta } from '@/domain/forms/form';
import { formLane, mayBeFormOf } from '@/domain/outbox/op';

import { acknowledgedSince, currentAck } from '@/workers/outbox/acknowledge';
import { commit, etagOf, noteReply, putChanged } from '@/workers/engine/commit';
import type { Engine, PullResult } from '@/workers/engine/engine';
import { pulled, resultOf } from '@/workers/engine/engine';
import { mergeBody, isSettled } from './server-cache';
import { lanesInWork, unsettledCreations } from './sweep';

/** Resource of the list of drafts or of published forms. */
function listOf(draft: boolean): string {
  return draft ? 'forms:draft' : 'forms:public';
}

/** A page that opens with the app asks first; a new leader waits so long for it. */
const GIVE_WAY_MS = 2_000;
/** Lists that were read so recently are not read again by a new leader. */
const JUST_READ_MS = 60_000;

interface Reading {
  result: Promise<PullResult>;
  /** Whether a list was answered: what the server does from now on is not in it. */
  hasList: boolean;
}

/** Readings under way, so that pages and the schedule share one. */
const running = new WeakMap<Engine, Reading>();

/**
 * Fetches both form lists, then every body whose version moved, and once more
 * when no cache of the server can have answered instead (`server-cache.ts`).
 * Published forms come first: they give the threads their questions. A call shares
 * the reading under way until its first list is answered; a later one gets the
 * next reading, because a form may have gone since.
 */
export function pullForms(engine: Engine): Promise<PullResult> {
  const current = running.get(engine);
  if (current && !current.hasList) return current.result;
  const read = async () => {
    await current?.result.catch(() => undefined);
    return readForms(engine, () => {
      reading.hasList = true;
    });
  };
  const reading: Reading = {
    hasList: false,
    result: read().finally(() => {
      if (running.get(engine) === reading) running.delete(engine);
    }),
  };
  running.set(engine, reading);
  return reading.result;
}

/**
 * Epoch ms at which a new leader reads the forms first. Threads need the forms at
 * once; forms that are here can wait for a page to ask.
 */
export async function formsDueAt(engine: Engine): Promise<number> {
  const readAt = await formsReadAt(engine);
  if (readAt === undefined) return 0;
  const isJustRead = Math.abs(engine.now() - readAt) < JUST_READ_MS;
  return engine.now() + (isJustRead ? FORMS_EVERY_MS : GIVE_WAY_MS);
}

/**
 * Epoch ms at which both lists were answered; undefined when one was not or failed
 * since, and when a body of theirs is missing: a leader that ended between the
 * lists and the bodies leaves them to the next one.
 */
async function formsReadAt({ databases }: Engine): Promise<number | undefined> {
  const { cursors, forms, formBodies } = databases.cache;
  const lists = await cursors.bulkGet([listOf(false), listOf(true)]);
  const times = lists.map((list) => (list?.failure ? undefined : list?.asOf));
  if (!times.every((time) => time !== undefined)) return undefined;
  const rows = await forms.toArray();
  const bodies = await formBodies.bulkGet(rows.map(({ id }) => id));
  const hasAll = rows.every(
    ({ currentVersion }, at) => bodies[at]?.version === currentVersion,
  );
  return hasAll ? Math.min(...times) : undefined;
}

async function readForms(
  engine: Engine,
  onList: () => void,
): Promise<PullResult> {
  const ack = await currentAck(engine.databases.cache);
  const published = await pullFormList(engine, false);
  onList();
  const drafts = await pullFormList(engine, true);
  if (published.forms && drafts.forms) {
    await forgetMissing(engine, ack, [...published.forms, ...drafts.forms]);
  }
  const { forms, formBodies } = engine.databases.cache;
  const cached = new Set(await forms.toCollection().primaryKeys());
  const wanted = [...(published.forms ?? []), ...(drafts.forms ?? [])];
  for (const form of wanted) {
    if (engine.isStopped()) break;
    if (!cached.has(form.id)) continue;
    const body = await formBodies.get(form.id);
    if (!isSettled(body, form.currentVersion, engine.now())) {
      await pullForm(engine, form.id);
    }
  }
  return published.result.ok ? drafts.result : published.result;
}

async function pullFormList(engine: Engine, draft: boolean) {
  const { cache } = engine.databases;
  const cursor = await cache.cursors.get(listOf(draft));
  const ack = await currentAck(cache);
  const reply = await getForms(engine.background, draft, cursor?.etag);
  const forms = reply.ok ? reply.value : undefined;
  const unsettled = await unsettledCreations<'form.create', FormMeta>(
    engine,
    'form.create',
    mayBeFormOf,
  );
  if (forms) {
    await commit(engine, ['forms', 'acks'], async () => {
      const newer = await acknowledgedSince(cache, ack);
      const rows = forms.filter(
        (form) => !newer.has(formLane(form)) && !unsettled.mayHaveMade(form),
      );
      await putChanged(cache.forms, ({ id }) => id, rows);
    });
  }
  // A list of which something was left out has to come again.
  const validator = unsettled.hasAny ? {} : etagOf(reply);
  await noteReply(engine, listOf(draft), reply, validator);
  const isUnchanged = reply.ok && !forms;
  return {
    result: resultOf([reply]),
    forms: isUnchanged ? await cachedFormList(engine, draft) : forms,
  };
}

/**
 * The rows of a list that did not change (304) are the cached ones. Without it a form
 * deleted from the other list would stay for ever.
 */
function cachedFormList(engine: Engine, draft: boolean): Promise<FormMeta[]> {
  return engine.databases.cache.forms
    .filter((form) => form.draft === draft)
    .toArray();
}

/**
 * Deletes the cached forms that are not in `listed`, the rows of both lists. A
 * form may move to the other list between the two reads, so both lists are read
 * once more: only a form that they miss twice is gone.
 */
async function forgetMissing(
  engine: Engine,
  ack: number,
  listed: readonly FormMeta[],
): Promise<void> {
  const isMissed = isMissedBy(listed);
  const { cache } = engine.databases;
  const suspects = (await cache.forms.toCollection().primaryKeys()).filter(
    isMissed,
  );
  if (suspects.length === 0) return;
  const again = await readBothLists(engine);
  if (!again.forms) return;
  const isMissedAgain = isMissedBy(again.forms);
  const inWork = await lanesInWork(engine);
  await commit(engine, ['forms', 'formBodies', 'acks'], async () => {
    const newer = await acknowledgedSince(cache, ack);
    const gone = suspects.filter(
      (id) =>
        isMissedAgain(id) &&
        !newer.has(formLane({ id })) &&
        !inWork.has(formLane({ id })),
    );
    await cache.forms.bulkDelete(gone);
    await cache.formBodies.bulkDelete(gone);
  });
}

/** The rows of both lists; undefined when one could not be read, as `result` tells. */
async function readBothLists(engine: Engine) {
  const replies = [
    await getForms(engine.background, false),
    await getForms(engine.background, true),
  ];
  const lists = replies.map((reply) => (reply.ok ? reply.value : undefined));
  return {
    result: resultOf(replies),
    forms: lists.every((rows) => rows !== undefined) ? lists.flat() : undefined,
  };
}

function isMissedBy(forms: readonly FormMeta[]): (id: number) => boolean {
  const alive = new Set(forms.map(({ id }) => id));
  return (id) => !alive.has(id);
}

/**
 * Fetches the sections of one form and caches them under the list's version. The
 * server answers no sections also for a form that it no longer has. So before
 * cached sections are replaced by none, the lists are read: otherwise an editor
 * would call a deleted form changed, until the next reading of the lists.
 */
export async function pullForm(
  engine: Engine,
  formId: number,
): Promise<PullResult> {
  const resource = `form:${formId}`;
  const { cache } = engine.databases;
  const form = await cache.forms.get(formId);
  const ack = await currentAck(cache);
  const reply = await getFormSections(engine.urgent, formId);
  const before = await cache.formBodies.get(formId);
  const mayBeGone = reply.ok && reply.value?.length === 0;
  if (mayBeGone && before && before.sections.length > 0) {
    const { result, forms } = await readBothLists(engine);
    if (!forms) return result;
    await forgetMissing(engine, ack, forms);
    if (isMissedBy(forms)(formId)) return pulled;
  }
  if (reply.ok && reply.value) {
    const body = {
      id: formId,
      version: form?.currentVersion ?? 0,
      sections: reply.value,
    };
    await commit(engine, ['forms', 'formBodies', 'acks'], async () => {
      const newer = await acknowledgedSince(cache, ack);
      const cached = await cache.formBodies.get(formId);
      // Another reading may have found that the form is gone, before or meanwhile.
      const isGone =
        (form || mayBeGone) && (await cache.forms.get(formId)) === undefined;
      const rows =
        isGone || newer.has(formLane(body))
          ? []
          : [mergeBody(cached, body, engine.now())];
      await putChanged(cache.formBodies, ({ id }) => id, rows);
    });
  }
  await noteReply(engine, resource, reply);
  return reply.ok ? pulled : resultOf([reply]);
}
