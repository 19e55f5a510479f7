import * as v from 'valibot';

import { QuestionType } from '@/domain/forms/form';

const text = v.string();
/** Of the server, or a negative one of this device. */
export const idSchema = v.pipe(v.number(), v.integer());
/** Epoch ms. */
export const momentSchema = v.pipe(v.number(), v.finite());
const id = idSchema;

const observer = v.object({ name: text, phone: text });

const county = v.object({
  name: text,
  code: text,
  diaspora: v.boolean(),
  order: v.number(),
  numberOfPollingStations: v.optional(v.number()),
  provinceCode: v.optional(text),
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
const formMeta = v.object({ id, ...head, title: v.optional(text) });
const sections = v.array(section);
const formInput = v.object({ ...head, title: text, sections });

/**
 * The arguments of each kind of op, without its PIN: what a type and the reader
 * of queue files need to know. A field that a patch leaves alone is absent, never
 * undefined: a patch is spread over a row.
 */
export const argsSchemas = {
  'observer.create': v.object({
    id,
    input: observer,
    /** Observers that had this phone already: none of them is the new one. */
    knownIds: v.array(id),
  }),
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
    recipients: v.optional(v.array(id)),
    recipientCount: v.number(),
    /** Epoch ms after which it is not sent without asking. */
    expiresAt: momentSchema,
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
};

/** The arguments of each kind, without secrets. */
export type PlainArgs = {
  [K in keyof typeof argsSchemas]: v.InferOutput<(typeof argsSchemas)[K]>;
};

/** What the server has now, where it is not what the user saw. */
export const theirsSchema = v.variant('kind', [
  v.object({ kind: v.literal('observer'), row: observer }),
  v.object({ kind: v.literal('county'), row: county }),
  v.object({ kind: v.literal('form'), meta: formMeta, sections }),
]);
