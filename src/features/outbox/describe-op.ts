import type { Op } from '@/domain/op';

type Value = string | number | boolean;

/** One field of a change. */
export interface FieldChange {
  /** Translation key under `outbox.field`. */
  field: string;
  from: Value | undefined;
  to: Value;
}

export interface OpDescription {
  /** Of whom or of what: a name in the words of the user's data. */
  name: string;
  changes: FieldChange[];
  /** A new PIN goes with it; it is never shown. */
  hasPin: boolean;
}

/** What a change is about and which fields it changes. */
export function describeOp(op: Op): OpDescription {
  switch (op.kind) {
    case 'observer.create':
      return describe(op.args.input.name);
    case 'observer.update': {
      const { base, patch, pin } = op.args;
      return {
        name: base.name,
        changes: changesOf(base, patch),
        hasPin: pin !== undefined,
      };
    }
    case 'observer.delete':
      return describe(op.args.base.name);
    case 'form.create':
      return describe(formName(op.args.input));
    case 'form.update':
      return describe(formName(op.args.input));
    case 'form.publish':
      return describe(formName(op.args.base));
    case 'form.delete':
      return describe(formName(op.args.base));
    case 'notification.send':
      return describe(op.args.title);
    case 'county.create':
      return describe(op.args.input.name);
    case 'county.update':
      return describe(
        op.args.base.name,
        changesOf(op.args.base, op.args.patch),
      );
  }
}

function describe(name: string, changes: FieldChange[] = []): OpDescription {
  return { name, changes, hasPin: false };
}

function formName(form: { code: string; description: string }): string {
  return `${form.code} ${form.description}`.trim();
}

function changesOf<T extends object>(base: T, patch: Partial<T>) {
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
