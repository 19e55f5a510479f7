import { headFields } from '@/domain/outbox/conflict';
import type { FieldValue } from '@/domain/outbox/field-edit';
import { fieldEditOf } from '@/domain/outbox/field-edit';
import type { Theirs } from '@/domain/outbox/kinds';
import type { Loss } from '@/domain/forms/losses';
import { lossesOf } from '@/domain/forms/losses';
import type { Op } from '@/domain/outbox/op';
import { isFieldEdit, isKind } from '@/domain/outbox/op';

interface Overridden {
  /** What the server had; `field` is a translation key under `outbox.field`. */
  fields: { field: string; value: FieldValue }[];
  /** Parts of a form. */
  parts: Loss[];
}

/** What of others' work a change replaced because a person chose so; undefined for none. */
export function overriddenBy(op: Op): Overridden | undefined {
  const { overrode } = op;
  if (!overrode) return undefined;
  return { fields: fieldsOf(op, overrode), parts: partsOf(op, overrode) };
}

function fieldsOf(op: Op, overrode: Theirs): Overridden['fields'] {
  if (overrode.kind === 'form') {
    return isKind(op, 'form.update')
      ? replaced(headFields, overrode.meta, op.args.input)
      : [];
  }
  if (isFieldEdit(op)) {
    const { rules, patch } = fieldEditOf(op);
    return replaced(rules.fields, overrode.row, patch);
  }
  // A deletion replaces all of it.
  return Object.entries(overrode.row).flatMap(([field, value]) =>
    value === undefined ? [] : [{ field, value }],
  );
}

function replaced<K extends string>(
  fields: readonly K[],
  theirs: Readonly<Record<K, FieldValue | undefined>>,
  mine: Readonly<Partial<Record<K, FieldValue | undefined>>>,
): Overridden['fields'] {
  return fields.flatMap((field) => {
    const value = theirs[field];
    const isReplaced = mine[field] !== undefined && mine[field] !== value;
    return isReplaced && value !== undefined ? [{ field, value }] : [];
  });
}

function partsOf(op: Op, overrode: Theirs): Loss[] {
  return overrode.kind === 'form' && isKind(op, 'form.update')
    ? lossesOf([], op.args.input.sections, overrode.sections)
    : [];
}
