import { headFields } from './conflict';
import { isSameContent } from '@/domain/forms/form';
import type { EditKind, OpKind } from './kinds';
import type { Op, Mutation } from './op';
import { isCreation, isFieldEdit } from './op';

/**
 * What becomes of an op that was never attempted when the user asks for more:
 * replaced: it holds both changes now. vanished: the two cancel out.
 * superseded: the new one makes it pointless, and is compared with what the server
 * had before either. Absent: both go out in turn.
 */
export type Coalesced =
  | { to: 'replaced'; args: Op['args'] }
  | { to: 'vanished' }
  | { to: 'superseded'; args: Op['args'] };

/**
 * Joins a new change with the last waiting op of its lane, so that the server gets
 * one request for what is one change. Only for ops that never went out: an
 * attempted one may already have been applied.
 * @param samePhone observers that have the phone which `next` gives to one that
 * is to be added: without them one of these would be taken for the new one.
 */
export function coalesce(
  waiting: Op,
  next: Mutation,
  samePhone: readonly number[] = [],
): Coalesced | undefined {
  if (waiting.state !== 'queued' || waiting.attempts > 0) return undefined;
  if (isFieldEdit(next)) return withFieldEdit(waiting, next, samePhone);
  return join(next.kind, waiting, next);
}

type OtherKind = Exclude<OpKind, EditKind>;

/** How kinds that are no edits of single fields join what waits. */
const joins: {
  [K in OtherKind]: (
    waiting: Op,
    next: Extract<Mutation, { kind: K }>,
  ) => Coalesced | undefined;
} = {
  'form.update': (waiting, { args }) => withFormUpdate(waiting, args),
  'form.publish'(waiting, { args }) {
    if (waiting.kind !== 'form.publish') return undefined;
    return waiting.args.base.draft === args.draft
      ? { to: 'vanished' }
      : { to: 'replaced', args: { ...waiting.args, draft: args.draft } };
  },
  'observer.delete': beforeDeletion,
  'form.delete': beforeDeletion,
  'observer.create': inTurn,
  'form.create': inTurn,
  'county.create': inTurn,
  'notification.send': inTurn,
};

function join<K extends OtherKind>(
  kind: K,
  waiting: Op,
  next: Extract<Mutation, { kind: K }>,
): Coalesced | undefined {
  return joins[kind](waiting, next);
}

function inTurn(): undefined {
  return undefined;
}

function withFieldEdit(
  waiting: Op,
  { kind, args }: Extract<Mutation, { kind: EditKind }>,
  samePhone: readonly number[],
): Coalesced | undefined {
  const newPin = 'pin' in args && args.pin ? { pin: args.pin } : {};
  if (waiting.kind === kind && isFieldEdit(waiting)) {
    const patch = { ...waiting.args.patch, ...args.patch };
    const both = { ...waiting.args, patch, ...newPin };
    return { to: 'replaced', args: both as Op['args'] };
  }
  if (waiting.kind !== 'observer.create' || kind !== 'observer.update') {
    return undefined;
  }
  const input = { ...waiting.args.input, ...args.patch };
  const knownIds = [...new Set([...waiting.args.knownIds, ...samePhone])];
  return {
    to: 'replaced',
    args: { ...waiting.args, input, knownIds, ...newPin },
  };
}

/**
 * A save holds the whole form, so it takes the place of the waiting save only
 * when its editor began with what that save holds. An editor that was open
 * before, in another tab, would throw the other save away: then both go out in
 * turn, and where they clash a person decides.
 */
function withFormUpdate(
  waiting: Op,
  { base, input }: Extract<Mutation, { kind: 'form.update' }>['args'],
): Coalesced | undefined {
  if (waiting.kind !== 'form.create' && waiting.kind !== 'form.update') {
    return undefined;
  }
  const seen = waiting.args.input;
  const isBasedOnIt =
    headFields.every((field) => base.meta[field] === seen[field]) &&
    isSameContent(base.sections, seen.sections);
  if (!isBasedOnIt) return undefined;
  return { to: 'replaced', args: { ...waiting.args, input } };
}

/**
 * What was never sent need not be made before it is deleted. The user saw the
 * unsent edit; the server never had it, so a deletion that is compared with it
 * would clash with nobody's change.
 */
function beforeDeletion(
  waiting: Op,
  { args }: Extract<Mutation, { kind: 'observer.delete' | 'form.delete' }>,
): Coalesced | undefined {
  if (isCreation(waiting)) return { to: 'vanished' };
  if (waiting.kind === 'observer.update') {
    const { base } = waiting.args;
    return { to: 'superseded', args: { id: args.id, base } };
  }
  if (waiting.kind === 'form.update') {
    const { base } = waiting.args;
    return { to: 'superseded', args: { id: args.id, base: base.meta } };
  }
  return undefined;
}
