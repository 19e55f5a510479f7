import {
  areSectionsConflicting,
  conflictingFields,
  headFields,
} from './conflict';
import type { FieldValue } from './field-edit';
import { fieldEditOf } from './field-edit';
import type { Loss } from '@/domain/forms/losses';
import { lossesOf } from '@/domain/forms/losses';
import type { ObserverInput } from '@/domain/observers/observer';
import type { EditKind, OpKind, Theirs } from './kinds';
import { rulesOf } from './kinds';
import type { Op, OpArgs, OpOf } from './op';
import { isFieldEdit } from './op';

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
  if (isFieldEdit(op)) {
    if (isGone(op)) return goneOf(op);
    const { rules, base, patch, theirs } = fieldEditOf(op);
    return theirs && fieldsOf(rules.fields, base, patch, theirs);
  }
  return view(op.kind, op);
}

type ParticularKind = Exclude<OpKind, EditKind | 'observer.create'>;

/** What there is to decide about kinds that are no edits of single fields. */
const views: {
  [K in ParticularKind]: (op: OpOf<K>) => Conflict | undefined;
} = {
  'form.update': (op) => {
    if (isGone(op)) return goneOf(op);
    const { args, theirs } = op;
    return theirs?.kind === 'form' ? formConflict(args, theirs) : undefined;
  },
  'form.publish': (op) => (isGone(op) ? goneOf(op) : undefined),
  'form.create': () => ({ kind: 'codeTaken' }),
  'observer.delete': ({ args, theirs }) =>
    theirs?.kind === 'observer'
      ? { kind: 'deletion', base: args.base, theirs: theirs.row }
      : undefined,
  'form.delete': nothing,
  'notification.send': nothing,
  'county.create': nothing,
};

function nothing(): undefined {
  return undefined;
}

function view<K extends ParticularKind>(
  kind: K,
  op: OpOf<K>,
): Conflict | undefined {
  return views[kind](op);
}

/** Others deleted what the op changes. */
function isGone({ failure }: Pick<Op, 'failure'>): boolean {
  return failure?.kind === 'missing';
}

function goneOf({ kind }: Pick<Op, 'kind'>): Conflict {
  const { madeAgainAs } = rulesOf(kind);
  return madeAgainAs === undefined
    ? { kind: 'gone' }
    : { kind: 'gone', as: madeAgainAs };
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
  base: Readonly<Record<K, FieldValue | undefined>>,
  mine: Readonly<Partial<Record<K, FieldValue | undefined>>>,
  theirs: Readonly<Record<K, FieldValue | undefined>>,
): Extract<Conflict, { kind: 'fields' }> {
  const asked = new Set(conflictingFields(fields, base, mine, theirs));
  const rows = fields.map((field): FieldRow => ({
    field,
    base: base[field] ?? '',
    mine: mine[field] ?? base[field] ?? '',
    theirs: theirs[field] ?? '',
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
