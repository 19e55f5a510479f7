import * as v from 'valibot';

import { QuestionType } from '@/domain/forms/form';

const text = v.string();
/** Of the server, or a negative one of this device. */
export const idSchema = v.pipe(v.number(), v.integer());
/** Epoch ms. */
export const momentSchema = v.pipe(v.number(), v.finite());
const id = idSchema;

/** What people know of an observer when they change one. */
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

function edited<N extends string, R extends v.GenericSchema>(name: N, row: R) {
  return v.object({ kind: v.literal(name), row });
}

/** What the server has now, where it is not what the user saw: a row of each sort. */
export const theirsSchema = v.variant('kind', [
  edited('observer', observer),
  edited('county', county),
  v.object({ kind: v.literal('form'), meta: formMeta, sections }),
]);

/** What the server has now, where it is not what the user saw. */
export type Theirs = v.InferOutput<typeof theirsSchema>;

export type Entity = 'observer' | 'form' | 'county' | 'notification';

/** One row of the table of kinds. */
export interface Kind {
  /** Version of the arguments' shape, stored in every op. */
  version: number;
  /** What it changes: ops of one entity go out in the order they were made. */
  entity: Entity;
  /**
   * The arguments without a PIN: what a type and the reader of queue files need to
   * know. A field that a patch leaves alone is absent, never undefined: a patch is
   * spread over a row.
   */
  args: v.GenericSchema;
  /**
   * safe: sent twice it has the effect of once. unsafe: a second sending may
   * double it, so it waits for the settle window and two verifications. never:
   * only a person may send it again.
   */
  resend: 'safe' | 'unsafe' | 'never';
  /** Waits so long before it is sent at all, so that it can be undone. In ms. */
  undoMs?: number;
  /** May bring a sealed PIN, which is gone once the op is over. */
  takesPin?: true;
  /** It is gone and needs a person: what it can be made again as. */
  madeAgainAs?: 'observer' | 'form';
  /**
   * An edit of single fields: `args` are `{ id, base, patch }`. Joining, the overlay,
   * the clash and its decisions, the outbox page and the sender follow from this.
   */
  edits?: FieldRules;
}

export interface FieldRules {
  /** The name under which an op keeps what the server has. */
  row: Exclude<Theirs['kind'], 'form'>;
  /** Those that two people may change at once, in the order of the screens. */
  fields: readonly string[];
  /** The field of `base` by which people call the row. */
  called: string;
}

/**
 * Every change a user can ask for: one row a kind (docs/offline-design.md 4). Ops hold
 * the change ("this name becomes that"), never a request body: the body is built when
 * it is sent. `base` is what the user saw when they began; ids of things the server
 * does not know yet are negative. What is forgotten elsewhere is a type error that
 * names the kind.
 */
export const opKinds = {
  'observer.create': {
    version: 1,
    entity: 'observer',
    resend: 'unsafe',
    takesPin: true,
    args: v.object({
      id,
      input: observer,
      /** Observers that had this phone already: none of them is the new one. */
      knownIds: v.array(id),
    }),
  },
  'observer.update': {
    version: 1,
    entity: 'observer',
    resend: 'safe',
    takesPin: true,
    madeAgainAs: 'observer',
    edits: { row: 'observer', fields: ['name', 'phone'], called: 'name' },
    args: v.object({
      id,
      base: observer,
      patch: v.object({
        name: v.exactOptional(text),
        phone: v.exactOptional(text),
      }),
    }),
  },
  'observer.delete': {
    version: 1,
    entity: 'observer',
    resend: 'safe',
    args: v.object({ id, base: observer }),
  },
  'form.create': {
    version: 1,
    entity: 'form',
    resend: 'unsafe',
    args: v.object({ id, input: formInput }),
  },
  'form.update': {
    version: 1,
    entity: 'form',
    resend: 'unsafe',
    madeAgainAs: 'form',
    args: v.object({
      id,
      base: v.object({ meta: formMeta, sections }),
      input: formInput,
    }),
  },
  'form.publish': {
    version: 1,
    entity: 'form',
    resend: 'safe',
    args: v.object({ id, base: formMeta, draft: v.boolean() }),
  },
  'form.delete': {
    version: 1,
    entity: 'form',
    resend: 'safe',
    args: v.object({ id, base: formMeta }),
  },
  'notification.send': {
    version: 1,
    entity: 'notification',
    resend: 'never',
    undoMs: 10_000,
    args: v.object({
      id,
      title: text,
      message: text,
      recipients: v.optional(v.array(id)),
      recipientCount: v.number(),
      /** Epoch ms after which it is not sent without asking. */
      expiresAt: momentSchema,
    }),
  },
  'county.create': {
    version: 1,
    entity: 'county',
    resend: 'unsafe',
    args: v.object({ id, input: county }),
  },
  'county.update': {
    version: 1,
    entity: 'county',
    resend: 'safe',
    edits: {
      row: 'county',
      fields: ['name', 'code', 'diaspora', 'order'],
      called: 'name',
    },
    args: v.object({
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
  },
} as const satisfies Record<string, Kind>;

export type OpKind = keyof typeof opKinds;

/** The kinds whose row has a property. */
export type KindWith<P extends keyof Kind> = {
  [K in OpKind]: (typeof opKinds)[K] extends Record<P, unknown> ? K : never;
}[OpKind];

/** The kinds that change one sort of thing. */
export type KindOf<E extends Entity> = {
  [K in OpKind]: (typeof opKinds)[K] extends { entity: E } ? K : never;
}[OpKind];

/** The kinds that edit single fields of a row. */
export type EditKind = KindWith<'edits'>;

/** The arguments of each kind, without secrets. */
export type PlainArgs = {
  [K in OpKind]: v.InferOutput<(typeof opKinds)[K]['args']>;
};

/** The row of a kind, with what only some kinds have. */
export function rulesOf(kind: OpKind): Kind {
  return opKinds[kind];
}
