import * as v from 'valibot';

import { QuestionType } from '@/domain/forms/form';
import type { NewOp, OpArgs, OpKind } from '@/domain/outbox/op';
import { laneOf, openStates, opKinds } from '@/domain/outbox/op';
import { failureKinds } from '@/domain/outbox/outcome';

const id = v.pipe(v.number(), v.integer());
const text = v.string();
const moment = v.pipe(v.number(), v.finite());

const observer = v.object({ name: text, phone: text });

const county = v.object({
  name: text,
  code: text,
  diaspora: v.boolean(),
  order: v.number(),
  numberOfPollingStations: v.exactOptional(v.number()),
  provinceCode: v.exactOptional(text),
});

const section = v.object({
  id,
  code: text,
  description: text,
  questions: v.array(
    v.object({
      id,
      code: text,
      text,
      questionType: v.picklist(Object.values(QuestionType)),
      options: v.array(
        v.object({ id, text, isFreeText: v.boolean(), flagged: v.boolean() }),
      ),
    }),
  ),
});

const head = {
  code: text,
  description: text,
  diaspora: v.boolean(),
  draft: v.boolean(),
  currentVersion: v.number(),
  order: v.number(),
};
const formMeta = v.object({ id, ...head, title: v.exactOptional(text) });
const sections = v.array(section);
const formInput = v.object({ ...head, title: text, sections });

/** The arguments of each kind as a file holds them: never with a PIN. */
const args = {
  'observer.create': v.object({ id, input: observer, knownIds: v.array(id) }),
  'observer.update': v.object({
    id,
    base: observer,
    patch: v.object({
      name: v.exactOptional(text),
      phone: v.exactOptional(text),
    }),
  }),
  'observer.delete': v.object({ id, base: observer }),
  'form.create': v.object({ id, input: formInput }),
  'form.update': v.object({
    id,
    base: v.object({ meta: formMeta, sections }),
    input: formInput,
  }),
  'form.publish': v.object({ id, base: formMeta, draft: v.boolean() }),
  'form.delete': v.object({ id, base: formMeta }),
  'notification.send': v.object({
    id,
    title: text,
    message: text,
    recipients: v.exactOptional(v.array(id)),
    recipientCount: v.number(),
    expiresAt: moment,
  }),
  'county.create': v.object({ id, input: county }),
  'county.update': v.object({
    id,
    base: county,
    patch: v.object({
      name: v.exactOptional(text),
      code: v.exactOptional(text),
      diaspora: v.exactOptional(v.boolean()),
      order: v.exactOptional(v.number()),
      numberOfPollingStations: v.exactOptional(v.number()),
    }),
  }),
} satisfies { [K in OpKind]: v.GenericSchema<unknown, OpArgs[K]> };

const theirs = v.variant('kind', [
  v.object({ kind: v.literal('observer'), row: observer }),
  v.object({ kind: v.literal('county'), row: county }),
  v.object({ kind: v.literal('form'), meta: formMeta, sections }),
]);

const rowOf = <K extends OpKind>(kind: K) =>
  v.object({
    kind: v.literal(kind),
    version: v.literal(opKinds[kind].version),
    args: args[kind],
    opId: v.pipe(text, v.nonEmpty()),
    actor: text,
    createdAt: moment,
    state: v.picklist(openStates),
    attempts: v.number(),
    nextAt: moment,
    sentAt: v.exactOptional(moment),
    madeId: v.exactOptional(id),
    round: v.exactOptional(v.number()),
    triedIds: v.exactOptional(v.array(id)),
    failure: v.exactOptional(
      v.object({
        kind: v.picklist(failureKinds),
        status: v.exactOptional(v.number()),
        detail: v.exactOptional(text),
      }),
    ),
    theirs: v.exactOptional(theirs),
    overrode: v.exactOptional(theirs),
  });

const row = v.variant('kind', [
  rowOf('observer.create'),
  rowOf('observer.update'),
  rowOf('observer.delete'),
  rowOf('form.create'),
  rowOf('form.update'),
  rowOf('form.publish'),
  rowOf('form.delete'),
  rowOf('notification.send'),
  rowOf('county.create'),
  rowOf('county.update'),
]);

/**
 * Reads one change out of a file.
 * @returns undefined when this version cannot read it, whole and in every part.
 */
export function readRow(value: unknown): NewOp | undefined {
  const { success, output } = v.safeParse(row, value);
  if (!success) return undefined;
  return { ...output, lane: laneOf(output) };
}

/** The kind that a row says it is, also when the rest of it cannot be read. */
export function kindOfRow(value: unknown): OpKind | undefined {
  const { success, output } = v.safeParse(v.object({ kind: text }), value);
  if (!success) return undefined;
  return (Object.keys(opKinds) as OpKind[]).find(
    (kind) => kind === output.kind,
  );
}
