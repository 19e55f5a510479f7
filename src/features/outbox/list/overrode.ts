import type { Theirs } from '@/domain/outbox/conflict';
import {
  countyFields,
  headFields,
  observerFields,
} from '@/domain/outbox/conflict';
import type { Loss } from '@/domain/forms/losses';
import { lossesOf } from '@/domain/forms/losses';
import type { Op } from '@/domain/outbox/op';
import { isKind } from '@/domain/outbox/op';
import type { FieldValue } from '@/domain/outbox/conflict-view';

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
    if (!isKind(op, 'form.update')) return [];
    return replaced(headFields, overrode.meta, op.args.input);
  }
  if (overrode.kind === 'county') {
    if (!isKind(op, 'county.update')) return [];
    return replaced(countyFields, overrode.row, op.args.patch);
  }
  return isKind(op, 'observer.update')
    ? replaced(observerFields, overrode.row, op.args.patch)
    : observerFields.map((field) => ({ field, value: overrode.row[field] }));
}

function replaced<K extends string>(
  fields: readonly K[],
  theirs: Record<K, FieldValue>,
  mine: Partial<Record<K, FieldValue>>,
) {
  return fields
    .filter(
      (field) => mine[field] !== undefined && mine[field] !== theirs[field],
    )
    .map((field) => ({ field, value: theirs[field] }));
}

function partsOf(op: Op, overrode: Theirs): Loss[] {
  return overrode.kind === 'form' && isKind(op, 'form.update')
    ? lossesOf([], op.args.input.sections, overrode.sections)
    : [];
}
