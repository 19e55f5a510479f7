import type { Theirs } from './conflict';
import {
  areSectionsConflicting,
  conflictingFields,
  countyFields,
  headFields,
  observerFields,
} from './conflict';
import type { Loss } from '@/domain/forms/losses';
import { lossesOf } from '@/domain/forms/losses';
import type { ObserverInput } from '@/domain/observers/observer';
import type { Op, OpArgs, OpOf } from './op';

export type FieldValue = string | number | boolean;

/** A field that at least one side changed. */
export interface FieldRow {
  field: string;
  base: FieldValue;
  mine: FieldValue;
  theirs: FieldValue;
  /** Both changed it, differently: a person chooses. Otherwise the change stays. */
  asks: boolean;
}

/** The name under which a decision speaks of what a form asks. */
export const SECTIONS = 'sections';

/**
 * What a person has to decide.
 * fields: which values stay; `losses` when both restructured the form.
 * deletion: whether to delete what others changed meanwhile.
 * gone: whether to make again what others deleted; `as` when that can be done.
 * codeTaken: under which other code a new form goes out.
 * addition: what has to be corrected of an observer that the server did not take.
 */
export type Conflict =
  | { kind: 'fields'; rows: FieldRow[]; losses?: Loss[] }
  | { kind: 'deletion'; base: ObserverInput; theirs: ObserverInput }
  | { kind: 'gone'; as?: 'observer' | 'form' }
  | { kind: 'codeTaken' }
  | { kind: 'addition'; input: ObserverInput; isPinNeeded: boolean };

/**
 * What there is to decide about an op (docs/offline-design.md 8).
 * @returns undefined when it is no conflict and no refused addition, or when
 * nobody knows what the server has: then it can be tried again or given up.
 */
export function conflictOf(op: Op): Conflict | undefined {
  if (op.kind === 'observer.create') return additionOf(op);
  if (op.state !== 'conflict') return undefined;
  const isGone = op.failure?.kind === 'missing';
  switch (op.kind) {
    case 'observer.update': {
      if (isGone) return { kind: 'gone', as: 'observer' };
      const { base, patch } = op.args;
      const row = op.theirs?.kind === 'observer' ? op.theirs.row : undefined;
      return row && fieldsOf(observerFields, base, patch, row);
    }
    case 'county.update': {
      if (isGone) return { kind: 'gone' };
      const { base, patch } = op.args;
      const row = op.theirs?.kind === 'county' ? op.theirs.row : undefined;
      return row && fieldsOf(countyFields, base, patch, row);
    }
    case 'form.update':
      if (isGone) return { kind: 'gone', as: 'form' };
      return op.theirs?.kind === 'form'
        ? formConflict(op.args, op.theirs)
        : undefined;
    case 'form.publish':
      return isGone ? { kind: 'gone' } : undefined;
    case 'form.create':
      return { kind: 'codeTaken' };
    case 'observer.delete':
      return op.theirs?.kind === 'observer'
        ? { kind: 'deletion', base: op.args.base, theirs: op.theirs.row }
        : undefined;
    case 'form.delete':
    case 'notification.send':
    case 'county.create':
      return undefined;
  }
}

function additionOf({
  state,
  args,
  failure,
}: OpOf<'observer.create'>): Conflict | undefined {
  if (state !== 'conflict' && state !== 'rejected') return undefined;
  const isPinNeeded = args.pin === undefined || failure?.kind === 'pinLost';
  return { kind: 'addition', input: args.input, isPinNeeded };
}

function fieldsOf<K extends string>(
  fields: readonly K[],
  base: Record<K, FieldValue>,
  mine: Partial<Record<K, FieldValue>>,
  theirs: Record<K, FieldValue>,
): Extract<Conflict, { kind: 'fields' }> {
  const asked = new Set(conflictingFields(fields, base, mine, theirs));
  const rows = fields.map((field): FieldRow => ({
    field,
    base: base[field],
    mine: mine[field] ?? base[field],
    theirs: theirs[field],
    asks: asked.has(field),
  }));
  return {
    kind: 'fields',
    rows: rows.filter(
      (row) => row.mine !== row.base || row.theirs !== row.base,
    ),
  };
}

function formConflict(
  { base, input }: OpArgs['form.update'],
  { meta, sections }: Extract<Theirs, { kind: 'form' }>,
): Conflict {
  const head = fieldsOf(headFields, base.meta, input, meta);
  return areSectionsConflicting(base.sections, input.sections, sections)
    ? { ...head, losses: lossesOf(base.sections, input.sections, sections) }
    : head;
}
