import {
  areSectionsConflicting,
  conflictingFields,
  headFields,
  mergeForm,
} from './conflict';
import type { FormMeta } from '@/domain/forms/form';
import { isSameContent } from '@/domain/forms/form';
import type { NewId } from '@/domain/forms/ids';
import { withNewIds } from '@/domain/forms/ids';
import { overwriting } from '@/domain/forms/losses';
import type { Observer, ObserverInput } from '@/domain/observers/observer';
import type { Op, OpOf, Mutation } from './op';
import type { EditKind, OpKind, Theirs } from './kinds';
import { isFieldEdit, isKind, isOpen } from './op';
import type { Sealed } from '@/domain/sealed';
import { fieldEditOf, settledEdit } from './field-edit';
import { SECTIONS } from './conflict-view';

/**
 * settle: `mine` names the fields that both changed and where ours stays; the
 * others stay as the server has them. theirs: ours is given up. copy: ours becomes
 * a new form under a free code. again: what others deleted is added again.
 * correct: an addition that the server did not take goes out with other values; a
 * `pin` replaces the one that was given.
 */
export type Decision =
  | { to: 'settle'; mine: readonly string[] }
  | { to: 'theirs' }
  | { to: 'copy'; code: string }
  | { to: 'again'; pin: string }
  | { to: 'correct'; input: ObserverInput; pin?: string };

/**
 * Codes that the form of an op in conflict may not be given: those of cached
 * forms, of the one on the server that it clashes with, and of other changes that
 * wait. The code of a form that is gone is free again.
 */
export function takenCodes(
  op: Op,
  forms: readonly FormMeta[],
  ops: readonly Op[],
): Set<string> {
  const isGone = op.failure?.kind === 'missing';
  const kept = forms.filter(({ id }) => !isGone || id !== op.args.id);
  const waiting = ops.filter(
    ({ lane, state }) => lane !== op.lane && isOpen(state),
  );
  const codes = waiting.flatMap((each) =>
    isKind(each, 'form.create') || isKind(each, 'form.update')
      ? [each.args.input.code]
      : [],
  );
  const own = isKind(op, 'form.create') ? [op.args.input.code] : [];
  const server = op.theirs?.kind === 'form' ? [op.theirs.meta.code] : [];
  return new Set([
    ...kept.map(({ code }) => code),
    ...codes,
    ...own,
    ...server,
  ]);
}

/** What a decision needs that is not in the op. */
export interface ResolutionContext {
  newId: NewId;
  /** Of the observer that is added. */
  pin?: Sealed;
  /** Observers that have the phone already. */
  samePhone: readonly Pick<Observer, 'id' | 'name'>[];
}

/** What goes out instead of an op in conflict. */
export type Successor = Mutation & {
  /** What the server had and a person chose to replace. */
  overrode?: Theirs;
};

/**
 * Carries a decision out: the change that is left, based on what the server has
 * now, so that the next preflight finds no clash that was settled.
 * @returns undefined when nothing of ours is left to be sent.
 * @throws for a decision that this conflict does not offer, which is a bug.
 */
export function successorOf(
  op: Op,
  decision: Decision,
  context: ResolutionContext,
): Successor | undefined {
  switch (decision.to) {
    case 'theirs':
      return undefined;
    case 'settle':
      return settled(op, decision.mine, context);
    case 'copy':
      return copied(op, decision.code, context);
    case 'again':
      if (isKind(op, 'observer.update')) return addedAgain(op, context);
      break;
    case 'correct':
      if (isKind(op, 'observer.create')) {
        return corrected(op, decision.input, context);
      }
  }
  throw new Error(`${op.kind} in conflict cannot go to ${decision.to}`);
}

function settled(
  op: Op,
  mine: readonly string[],
  context: ResolutionContext,
): Successor | undefined {
  if (!isFieldEdit(op)) return settle(op.kind, op, mine, context);
  const edit = fieldEditOf(op);
  if (!edit.theirs) throw nothingToSettle(op);
  const left = settledEdit(op, edit, edit.theirs, mine);
  const { kind, theirs } = op;
  if (!left) return undefined;
  const overrode = left.overrides ? { overrode: theirs } : {};
  return { kind, args: left.args, ...overrode } as Successor;
}

/** How a clash is settled of kinds that are no edits of single fields. */
const settlements: {
  [K in Exclude<OpKind, EditKind>]: (
    op: OpOf<K>,
    mine: readonly string[],
    context: ResolutionContext,
  ) => Successor | undefined;
} = {
  'observer.delete'(op) {
    const { kind, args, theirs } = op;
    if (theirs?.kind !== 'observer') throw nothingToSettle(op);
    return { kind, args: { ...args, base: theirs.row }, overrode: theirs };
  },
  'form.update'(op, mine, context) {
    if (op.theirs?.kind !== 'form') throw nothingToSettle(op);
    return settledForm(op, mine, op.theirs, context);
  },
  'observer.create': neverClashes,
  'form.create': neverClashes,
  'form.publish': neverClashes,
  'form.delete': neverClashes,
  'notification.send': neverClashes,
  'county.create': neverClashes,
};

function neverClashes(op: Pick<Op, 'kind'>): never {
  throw nothingToSettle(op);
}

function nothingToSettle({ kind }: Pick<Op, 'kind'>): Error {
  return new Error(`${kind} has nothing to settle`);
}

function settle<K extends Exclude<OpKind, EditKind>>(
  kind: K,
  op: OpOf<K>,
  mine: readonly string[],
  context: ResolutionContext,
): Successor | undefined {
  return settlements[kind](op, mine, context);
}

function settledForm(
  { kind, args }: OpOf<'form.update'>,
  mine: readonly string[],
  theirs: Extract<Theirs, { kind: 'form' }>,
  { newId }: ResolutionContext,
): Successor | undefined {
  const { base, input } = args;
  const { meta, sections } = theirs;
  const merged = mergeForm(base, input, theirs);
  const asked = conflictingFields(headFields, base.meta, input, meta);
  const given = asked.filter((field) => !mine.includes(field));
  for (const field of given) Object.assign(merged, { [field]: meta[field] });
  if (merged.description === meta.description) {
    merged.title = meta.title ?? meta.description;
  }
  const isAsked = areSectionsConflicting(
    base.sections,
    input.sections,
    sections,
  );
  const isOurs = !isAsked || mine.includes(SECTIONS);
  merged.sections =
    isOurs && !isSameContent(merged.sections, sections)
      ? overwriting(merged.sections, sections, newId)
      : sections;
  merged.currentVersion = meta.currentVersion;
  const isHeadTheirs = headFields.every(
    (field) => merged[field] === meta[field],
  );
  if (isHeadTheirs && merged.sections === sections) return undefined;
  const overrides = given.length < asked.length || (isAsked && isOurs);
  return {
    kind,
    args: { ...args, base: { meta, sections }, input: merged },
    ...(overrides ? { overrode: theirs } : {}),
  };
}

function copied(op: Op, code: string, { newId }: ResolutionContext): Successor {
  if (isKind(op, 'form.create')) {
    const input = { ...op.args.input, code };
    return { kind: op.kind, args: { ...op.args, input } };
  }
  if (isKind(op, 'form.update')) {
    const { input } = op.args;
    const sections = withNewIds(input.sections, newId);
    const copy = { ...input, code, draft: true, currentVersion: 1, sections };
    return { kind: 'form.create', args: { id: newId(), input: copy } };
  }
  throw new Error(`${op.kind} is no form to copy`);
}

function addedAgain(
  op: OpOf<'observer.update'>,
  { newId, pin, samePhone }: ResolutionContext,
): Successor {
  const { base } = op.args;
  const input = { ...base, ...op.args.patch };
  return {
    kind: 'observer.create',
    args: {
      id: newId(),
      input,
      knownIds: knownIdsFor(op, [base, input], samePhone),
      ...(pin ? { pin } : {}),
    },
  };
}

function corrected(
  op: OpOf<'observer.create'>,
  input: ObserverInput,
  { pin, samePhone }: ResolutionContext,
): Successor {
  const { kind, args } = op;
  const knownIds = knownIdsFor(op, [args.input, input], samePhone);
  const known = new Set([...args.knownIds, ...knownIds]);
  return {
    kind,
    args: { ...args, input, knownIds: [...known], ...(pin ? { pin } : {}) },
  };
}

/**
 * Observers that are not the one who is added. Of a change that another device may send,
 * somebody of this phone may be, under the name before it or after it: that device may
 * have added or renamed them, and this one read them in between.
 */
function knownIdsFor(
  { shared }: Op,
  values: readonly ObserverInput[],
  samePhone: ResolutionContext['samePhone'],
): number[] {
  const names = new Set(values.map(({ name }) => name));
  return samePhone
    .filter((each) => !shared || !names.has(each.name))
    .map(({ id }) => id);
}

/**
 * What waits behind an addition was begun from what that was to be: it is begun
 * from the corrected values now.
 */
export function withCorrectedBase(
  op: Op,
  was: ObserverInput,
  is: ObserverInput,
): Op {
  if (!isKind(op, 'observer.update') && !isKind(op, 'observer.delete')) {
    return op;
  }
  const { base } = op.args;
  const corrected = {
    name: base.name === was.name ? is.name : base.name,
    phone: base.phone === was.phone ? is.phone : base.phone,
  };
  return { ...op, args: { ...op.args, base: corrected } } as Op;
}
