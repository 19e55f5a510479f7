import type { FormHead } from '@/api/forms';
import {
  deleteForm,
  deleteQuestion,
  deleteSection,
  postForm,
  putForm,
} from '@/api/forms';
import type {
  FormBody,
  FormInput,
  FormMeta,
  Section,
} from '@/domain/forms/form';
import {
  areSectionsChanged,
  isFormConflict,
  isHeadChangeIn,
  mergeForm,
} from '@/domain/outbox/conflict';
import { isHalfSaved } from '@/domain/outbox/half-saved';
import { adoptIds, isSameContent, removedParts } from '@/domain/forms/form';
import { withRealIds } from '@/domain/forms/ids';
import type { Changed, Verdict } from '@/domain/outbox/events';
import type { Op, OpArgs, OpOf } from '@/domain/outbox/op';
import { formLane, madeAbove } from '@/domain/outbox/op';
import type { Rejection, Reply } from '@/domain/outbox/outcome';
import { outcomeOf } from '@/domain/outbox/outcome';

import { acknowledge } from '@/workers/outbox/acknowledge';
import { commit } from '@/workers/engine/commit';
import type { Engine } from '@/workers/engine/engine';
import { freshForm, findForm, isFailure, toldForm } from './form-lookup';
import {
  mayBeOld,
  mergeBody,
  ownBody,
  UNKNOWN_VERSION,
} from '@/workers/pull/server-cache';
import { idsMadeHere, realIdOf } from '@/workers/outbox/ids';
import { highestIdOf } from '@/db/cache';
import { noteChangedBefore, recordCreatedId } from '@/workers/outbox/op-notes';
import type { Sender } from '@/workers/outbox/sender';

function headOf({ sections: _, ...head }: FormInput): FormHead {
  return head;
}

const tables = ['forms', 'formBodies', 'acks', 'meta'] as const;

/** A form and what is known of its sections. */
interface ToldForm {
  meta: FormMeta;
  sections?: Section[] | undefined;
}

/** Takes over a form as the server tells it; undefined: it is gone. */
async function takeOver(
  engine: Engine,
  id: number,
  form: ToldForm | undefined,
): Promise<void> {
  await commit(engine, tables, async (cache) => {
    if (form) {
      const cached = await cache.formBodies.get(id);
      const body = withReading(cached, form, engine.now());
      await cache.forms.put(form.meta);
      if (body) await cache.formBodies.put(body);
    } else {
      await cache.forms.delete(id);
      await cache.formBodies.delete(id);
    }
    await acknowledge(engine, cache, formLane({ id }), form === undefined);
  });
}

/**
 * Takes over a form whose sections are ours, and on top of them what was told since:
 * others may have saved at that moment, or a cache of the server answers as before.
 * @param seen the sections that our save was made of; undefined: it made the form.
 */
async function takeOverOurs(
  engine: Engine,
  form: ToldForm,
  ours: readonly Section[],
  seen: readonly Section[] | undefined,
): Promise<void> {
  await commit(engine, tables, async (cache) => {
    const { id } = form.meta;
    const now = engine.now();
    const cached = await cache.formBodies.get(id);
    const sections = adoptIds(ours, form.sections ?? []);
    const saved = { id, version: UNKNOWN_VERSION, sections };
    const own = ownBody(cached, saved, seen, now);
    await cache.forms.put(form.meta);
    await cache.formBodies.put(withReading(own, form, now) ?? own);
    await acknowledge(engine, cache, formLane({ id }));
  });
}

/** A cached body with what the server tells of it, if it does. */
function withReading(
  cached: FormBody | undefined,
  { meta: { id, currentVersion: version }, sections }: ToldForm,
  now: number,
): FormBody | undefined {
  return sections ? mergeBody(cached, { id, version, sections }, now) : cached;
}

function cachedForm({ databases }: Engine, id: number) {
  return databases.cache.forms.get(id);
}

/**
 * Whether a form with this content, which was not there before, has another code: others
 * may have changed it since a lost request created the form.
 */
async function findRecoded(
  engine: Engine,
  op: OpOf<'form.create'>,
): Promise<Changed | 'notApplied' | 'unsure'> {
  const above = madeAbove(op);
  if (above === undefined) return 'notApplied';
  const { description, sections } = op.args.input;
  const others = new Set(await idsMadeHere(engine));
  const isCandidate = (form: FormMeta) =>
    form.id > above && form.description === description && !others.has(form.id);
  const tried = new Set<number>();
  for (;;) {
    const now = await toldForm(
      engine,
      (form) => isCandidate(form) && !tried.has(form.id),
    );
    if (now === 'none') return 'notApplied';
    if (isFailure(now)) return 'unsure';
    const { meta } = now;
    if (isSameContent(now.sections, sections)) {
      return { theirs: { kind: 'form', meta, sections: now.sections } };
    }
    tried.add(meta.id);
  }
}

/** Creates a form; its code is unique on the server, so it cannot be doubled. */
const create: Sender<'form.create'> = {
  async preflight(engine, { attempts }) {
    if (attempts > 0) return { found: 'clear' };
    const highestKnownId = await highestIdOf(engine.databases.cache.forms);
    return { found: 'clear', terms: { seen: { highestKnownId } } };
  },

  send: (engine, { args }, key) => postForm(engine.push, args.input, key),

  async verify(engine, op) {
    const { code, sections } = op.args.input;
    const now = await freshForm(engine, (form) => form.code === code);
    if (now === 'none') return findRecoded(engine, op);
    if (isFailure(now)) return 'unsure';
    return isSameContent(now.sections, sections) ? 'applied' : 'conflict';
  },

  async acknowledge(engine, op, answer) {
    const { args, createdId } = op;
    // Taken over before, and perhaps changed since.
    if (createdId !== undefined && (await cachedForm(engine, createdId)))
      return createdId;
    const { code, sections } = args.input;
    const now = await toldForm(engine, (form) =>
      typeof answer === 'number' ? form.id === answer : form.code === code,
    );
    const isTold = now !== 'none' && !isFailure(now);
    if (!isTold && typeof answer !== 'number') return 'unsure';
    const form = isTold
      ? now
      : { meta: { id: Number(answer), ...headOf(args.input) } };
    const { id } = form.meta;
    await recordCreatedId(engine, op, id);
    await takeOverOurs(engine, form, sections, undefined);
    return id;
  },
};

/**
 * Saves a form: everything with its ids, then the calls that delete what was
 * removed. New parts that an earlier sending already added are recognised first.
 */
const update: Sender<'form.update'> = {
  async preflight(engine, { args }) {
    const id = await realIdOf(engine, args.id);
    const now = await freshForm(engine, (form) => form.id === id);
    if (now === 'none') return { found: 'gone' };
    if (isFailure(now)) return { found: 'silence', failure: now };
    const { meta, sections } = now;
    if (!isFormConflict(args.base, args.input, now)) return { found: 'clear' };
    // What a person decides is laid over what they decided about, never over an older form.
    await takeOver(engine, id, now);
    return { found: 'conflict', theirs: { kind: 'form', meta, sections } };
  },

  async send(engine, { args }, key) {
    const id = await realIdOf(engine, args.id);
    const now = await freshForm(engine, (form) => form.id === id);
    if (now === 'none') return { ok: false, failure: { kind: 'missing' } };
    if (isFailure(now)) return { ok: false, failure: now };
    // Others may have saved since the comparison: what they added is not ours to delete.
    if (isFormConflict(args.base, args.input, now)) {
      return { ok: false, failure: { kind: 'conflict' } };
    }
    const merged = mergeForm(args.base, args.input, now);
    const { currentVersion } = now.meta;
    const head = { ...headOf(merged), currentVersion };
    // What we left alone is not sent: what we read of it may be old.
    if (!areSectionsChanged(args)) {
      return putForm(engine.push, id, head, undefined, key);
    }
    // What a change before this one deleted and added again has other ids now.
    const mine = withRealIds(merged.sections, args.base.sections, now.sections);
    const sections = adoptIds(mine, now.sections);
    const { push } = engine;
    const reply = await putForm(push, id, head, sections, key, now.etag);
    if (!reply.ok) return reply;
    // A part is removed, or said to be kept, only where the rest is saved.
    const { isUnproven = false } = reply;
    const parts = { before: now.sections, mine: sections };
    if (isUnproven && !(await isRestSaved(engine, id, args, parts))) {
      return reply;
    }
    const removal = await removeParts(engine, now.sections, sections);
    if (!removal.ok && removal.failure.kind === 'hasAnswers') {
      // The rest is saved: what the server has now is shown under the refusal.
      const left = await freshForm(engine, (form) => form.id === id);
      if (left !== 'none' && !isFailure(left)) await takeOver(engine, id, left);
    }
    return removal.ok && isUnproven ? { ...removal, isUnproven } : removal;
  },

  async verify(engine, { args, sentAt }): Promise<Verdict> {
    const id = await realIdOf(engine, args.id);
    const now = await freshForm(engine, (form) => form.id === id);
    if (now === 'none') return 'gone';
    if (isFailure(now)) return 'unsure';
    const { base, input } = args;
    const isHeadSaved = isHeadChangeIn(base.meta, input, now.meta);
    const areSectionsSaved =
      !areSectionsChanged(args) || isSameContent(now.sections, input.sections);
    if (isHeadSaved && areSectionsSaved) return 'applied';
    const isMoved = now.meta.currentVersion !== base.meta.currentVersion;
    // The lists are never behind, so a head tells; the sections may be.
    const isBehind =
      isHeadSaved &&
      isMoved &&
      mayBeOld(sentAt, engine.now()) &&
      isSameContent(now.sections, base.sections);
    if (isBehind) return 'unsure';
    return isFormConflict(base, input, now) ? 'conflict' : 'notApplied';
  },

  async acknowledge(engine, { args }) {
    const id = await realIdOf(engine, args.id);
    const now = await toldForm(engine, (form) => form.id === id);
    const isTold = now !== 'none' && !isFailure(now);
    const form = isTold ? now : { meta: await assumedHead(engine, id, args) };
    const { base, input } = args;
    // Of a head that was saved alone the sections are a reading like any other.
    await (areSectionsChanged(args)
      ? takeOverOurs(engine, form, input.sections, base.sections)
      : takeOver(engine, id, form));
    return undefined;
  },
};

/** The head after our save, where the server cannot be asked. */
async function assumedHead(
  engine: Engine,
  id: number,
  { base, input }: OpArgs['form.update'],
): Promise<FormMeta> {
  // What the editor left alone may have changed since it was opened.
  const meta = (await cachedForm(engine, id)) ?? base.meta;
  const now = { meta, sections: input.sections };
  return { id, ...headOf(mergeForm(base, input, now)) };
}

/** Whether the server shows all of a save but the parts that are still to be removed. */
async function isRestSaved(
  engine: Engine,
  id: number,
  { base, input }: OpArgs['form.update'],
  { before, mine }: Record<'before' | 'mine', readonly Section[]>,
): Promise<boolean> {
  const now = await freshForm(engine, (form) => form.id === id);
  if (now === 'none' || isFailure(now)) return false;
  return (
    isHeadChangeIn(base.meta, input, now.meta) &&
    isHalfSaved(before, mine, now.sections)
  );
}

/**
 * Deletes what a save removes. What the server answers to that has no body.
 * @returns the first reply that leaves the outcome open; otherwise the refusal of a
 * part that has answers, once all others are deleted. One that is turned away leaves
 * the save unproven: the rest is saved, and would be added again if it were sent anew
 * over an older form that a cache gives.
 */
async function removeParts(
  engine: Engine,
  theirs: readonly Section[],
  mine: readonly Section[],
): Promise<Reply<unknown>> {
  const { sections, questions } = removedParts(theirs, mine);
  const calls = [
    ...questions.map(
      ({ sectionId, question }) =>
        () =>
          deleteQuestion(engine.push, sectionId, question.id),
    ),
    ...sections.map(
      ({ id }) =>
        () =>
          deleteSection(engine.push, id),
    ),
  ];
  let refusal: Rejection | undefined;
  for (const call of calls) {
    const reply = await call();
    if (reply.ok || reply.failure.kind === 'missing') continue;
    if (['wait', 'locked'].includes(outcomeOf(reply))) return unproven;
    if (reply.failure.kind !== 'refused') return reply;
    refusal = {
      ...reply,
      failure: { ...reply.failure, kind: 'hasAnswers' },
    };
  }
  if (refusal) return refusal;
  return calls.length > 0
    ? unproven
    : { ok: true, status: 200, value: undefined };
}

/** A save whose reply came, and of which not everything is known. */
const unproven = {
  ok: true,
  status: 200,
  value: undefined,
  isUnproven: true,
} as const;

/** Whether the server's form reads otherwise than the one that a person saw. */
function isOtherText(now: FormMeta, seen: FormMeta): boolean {
  return (
    now.currentVersion !== seen.currentVersion ||
    now.code !== seen.code ||
    now.description !== seen.description ||
    now.diaspora !== seen.diaspora
  );
}

/** Whether a save of this user went out after the op was enqueued: then the change is theirs. */
async function hasSavedSince(
  { databases }: Engine,
  { lane, seq, createdAt }: Op,
): Promise<boolean> {
  const others = await databases.intent.outbox
    .where('lane')
    .equals(lane)
    .filter((op) => op.seq < seq && (op.endedAt ?? 0) >= createdAt)
    .count();
  return others > 0;
}

/**
 * Publishes or withdraws: metadata only, on top of what the server has now. What
 * others wrote meanwhile goes out with it, and that is noted
 * (docs/offline-design.md 8).
 */
const publish: Sender<'form.publish'> = {
  async send(engine, op, key) {
    const { args } = op;
    const id = await realIdOf(engine, args.id);
    const now = await findForm(engine, (form) => form.id === id);
    if (now === 'none') return { ok: false, failure: { kind: 'missing' } };
    if (isFailure(now)) return { ok: false, failure: now };
    if (isOtherText(now, args.base) && !(await hasSavedSince(engine, op))) {
      await noteChangedBefore(engine, op);
    }
    const { id: _, title = now.description, ...meta } = now;
    const head = { ...meta, title, draft: args.draft };
    return putForm(engine.push, id, head, undefined, key);
  },

  async verify(engine, { args }) {
    const id = await realIdOf(engine, args.id);
    const now = await findForm(engine, (form) => form.id === id);
    if (now === 'none') return 'gone';
    if (isFailure(now)) return 'unsure';
    return now.draft === args.draft ? 'applied' : 'notApplied';
  },

  async acknowledge(engine, { args }) {
    const id = await realIdOf(engine, args.id);
    const found = await findForm(engine, (form) => form.id === id);
    const kept = await engine.databases.cache.forms.get(id);
    const now = isFailure(found)
      ? kept && { ...kept, draft: args.draft }
      : found;
    await commit(engine, ['forms', 'acks', 'meta'], async (cache) => {
      if (now && now !== 'none') await cache.forms.put(now);
      await acknowledge(engine, cache, formLane({ id }));
    });
    return undefined;
  },
};

/** Deletes a draft without answers; one that is gone already is deleted, too. */
const remove: Sender<'form.delete'> = {
  send: async (engine, { args }, key) =>
    deleteForm(engine.push, await realIdOf(engine, args.id), key),

  async verify(engine, { args }) {
    const id = await realIdOf(engine, args.id);
    const now = await findForm(engine, (form) => form.id === id);
    if (now === 'none') return 'applied';
    return isFailure(now) ? 'unsure' : 'notApplied';
  },

  async acknowledge(engine, { args }) {
    await takeOver(engine, await realIdOf(engine, args.id), undefined);
    return undefined;
  },
};

export const formSenders = {
  'form.create': create,
  'form.update': update,
  'form.publish': publish,
  'form.delete': remove,
};
