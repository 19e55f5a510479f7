import type { FormInput, Section } from '@/domain/forms/form';
import { isSameContent } from '@/domain/forms/form';
import type { Mutation } from '@/domain/outbox/op';

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
  switch (op.kind) {
    case 'observer.create': {
      const { input, pin } = op.args;
      const changes = allOf({ phone: input.phone });
      return { name: input.name, changes, hasPin: pin !== undefined };
    }
    case 'observer.update': {
      const { base, patch, pin } = op.args;
      const changes = changesOf(base, patch);
      return { name: base.name, changes, hasPin: pin !== undefined };
    }
    case 'observer.delete':
      return describe(`${op.args.base.name}, ${op.args.base.phone}`);
    case 'form.create': {
      const { input } = op.args;
      const { draft, diaspora } = input;
      const counts = countParts(input.sections);
      return describe(formName(input), allOf({ draft, diaspora, ...counts }));
    }
    case 'form.update':
      return describe(
        formName(op.args.base.meta),
        formChanges(op.args.base, op.args.input),
      );
    case 'form.publish':
      return describe(formName(op.args.base));
    case 'form.delete':
      return describe(formName(op.args.base));
    case 'notification.send': {
      const { title, message, recipients, recipientCount } = op.args;
      const toAll = recipients === undefined;
      return describe(
        title,
        allOf({
          message,
          ...(toAll ? { toAll } : { recipients: recipientCount }),
        }),
      );
    }
    case 'county.create': {
      const { name, code, diaspora, provinceCode } = op.args.input;
      const province = provinceCode === undefined ? {} : { provinceCode };
      return describe(name, allOf({ code, ...province, diaspora }));
    }
    case 'county.update': {
      const { base, patch } = op.args;
      return describe(base.name, changesOf(base, patch));
    }
  }
}

/** The key of what is done, under `outbox.kind`: a publication goes both ways. */
export function kindOf(op: Mutation): string {
  return op.kind === 'form.publish' && op.args.draft
    ? 'form.unpublish'
    : op.kind;
}

function describe(name: string, changes: FieldChange[] = []): OpDescription {
  return { name, changes, hasPin: false };
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
