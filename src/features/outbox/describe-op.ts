import type { FormInput, Section } from '@/domain/forms/form';
import { isSameContent } from '@/domain/forms/form';
import { fieldEditOf } from '@/domain/outbox/field-edit';
import type { EditKind, OpKind } from '@/domain/outbox/kinds';
import type { Mutation, OpArgs } from '@/domain/outbox/op';
import { hasPin, isFieldEdit } from '@/domain/outbox/op';

type Value = string | number | boolean;

/** One field of a change. */
export interface FieldChange {
  /** Translation key under `outbox.field`. */
  field: string;
  /** Undefined: there was nothing before. */
  from: Value | undefined;
  to: Value;
}

interface OpDescription {
  /** Of whom or of what: a name in the words of the user's data. */
  name: string;
  changes: FieldChange[];
  /** A new PIN goes with it; it is never shown. */
  hasPin: boolean;
}

/** What a change is about and which fields it changes. */
export function describeOp(op: Mutation): OpDescription {
  const bringsPin = hasPin(op);
  if (isFieldEdit(op)) {
    const { rules, base, patch } = fieldEditOf(op);
    const name = String(base[rules.called] ?? '');
    return { name, changes: changesOf(base, patch), hasPin: bringsPin };
  }
  return { ...describeKind(op.kind, op.args), hasPin: bringsPin };
}

type OtherKind = Exclude<OpKind, EditKind>;

type NameAndChanges = Omit<OpDescription, 'hasPin'>;

/** What kinds say of themselves that are no edits of single fields. */
const descriptions: { [K in OtherKind]: (args: OpArgs[K]) => NameAndChanges } =
  {
    'observer.create': ({ input: { name, phone } }) =>
      describe(name, allOf({ phone })),
    'observer.delete': ({ base }) => describe(`${base.name}, ${base.phone}`),
    'form.create'({ input }) {
      const { draft, diaspora, sections } = input;
      const counts = countParts(sections);
      return describe(formName(input), allOf({ draft, diaspora, ...counts }));
    },
    'form.update': ({ base, input }) =>
      describe(formName(base.meta), formChanges(base, input)),
    'form.publish': ({ base }) => describe(formName(base)),
    'form.delete': ({ base }) => describe(formName(base)),
    'notification.send'({ title, message, recipients, recipientCount }) {
      const to =
        recipients === undefined
          ? { toAll: true }
          : { recipients: recipientCount };
      return describe(title, allOf({ message, ...to }));
    },
    'county.create'({ input: { name, code, diaspora, provinceCode } }) {
      const province = provinceCode === undefined ? {} : { provinceCode };
      return describe(name, allOf({ code, ...province, diaspora }));
    },
  };

function describeKind<K extends OtherKind>(
  kind: K,
  args: OpArgs[K],
): NameAndChanges {
  return descriptions[kind](args);
}

/** The key of what is done, under `outbox.kind`: a publication goes both ways. */
export function kindOf(op: Mutation): string {
  return op.kind === 'form.publish' && op.args.draft
    ? 'form.unpublish'
    : op.kind;
}

function describe(name: string, changes: FieldChange[] = []): NameAndChanges {
  return { name, changes };
}

function formName(form: { code: string; description: string }): string {
  return `${form.code} ${form.description}`.trim();
}

function formChanges(
  base: { meta: object; sections: Section[] },
  { sections, ...meta }: FormInput,
): FieldChange[] {
  const { code, description, diaspora, draft } = meta;
  const changes = changesOf(
    { ...base.meta, ...countParts(base.sections) },
    { code, description, diaspora, draft, ...countParts(sections) },
  ).filter(({ from, to }) => from !== to);
  return isSameContent(base.sections, sections)
    ? changes
    : [...changes, { field: 'content', from: undefined, to: true }];
}

function countParts(sections: readonly Section[]) {
  return {
    sections: sections.length,
    questions: sections.flatMap(({ questions }) => questions).length,
  };
}

/** All fields of a new thing; fields that are false get no line. */
function allOf(input: Record<string, Value>): FieldChange[] {
  return changesOf({}, input).filter(({ to }) => to !== false);
}

function changesOf(base: object, patch: object): FieldChange[] {
  const before = new Map<string, unknown>(Object.entries(base));
  return Object.entries(patch).flatMap(([field, to]: [string, unknown]) => {
    const from = before.get(field);
    return isValue(to)
      ? [{ field, from: isValue(from) ? from : undefined, to }]
      : [];
  });
}

function isValue(value: unknown): value is Value {
  return ['string', 'number', 'boolean'].includes(typeof value);
}
