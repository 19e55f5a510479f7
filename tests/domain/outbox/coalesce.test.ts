import { describe, expect, it } from 'vitest';

import { coalesce } from '@/domain/outbox/coalesce';
import type { FormInput, FormMeta } from '@/domain/forms/form';
import type { OpKind } from '@/domain/outbox/kinds';
import type { Op, OpArgs, Mutation } from '@/domain/outbox/op';
import { newOp } from '@/domain/outbox/op';

import { aForm, aSection } from '../../support/builders';

function waiting<K extends OpKind>(kind: K, args: OpArgs[K]): Op {
  const kept = newOp(kind, args, { actor: 'actor', at: 0, opId: 'op' });
  return { ...kept, seq: 1 } as Op;
}

const base = { name: 'Maria', phone: '07' };
const meta: FormMeta = aForm({ draft: true });
const input: FormInput = {
  title: 'A',
  code: 'A',
  description: 'Deschidere',
  diaspora: false,
  draft: true,
  currentVersion: 1,
  order: 1,
  sections: [],
};
const later: FormInput = { ...input, sections: [aSection()] };
const formBase = { meta, sections: [] };

describe('a change of something that still waits joins what waits', () => {
  const cases: [string, Op, Mutation, unknown, number[]?][] = [
    [
      'two edits are one edit, on what the user first saw',
      waiting('observer.update', { id: 1, base, patch: { name: 'Ana' } }),
      {
        kind: 'observer.update',
        args: {
          id: 1,
          base: { name: 'Ana', phone: '07' },
          patch: { phone: '08' },
        },
      },
      {
        to: 'replaced',
        args: { id: 1, base, patch: { name: 'Ana', phone: '08' } },
      },
    ],
    [
      'an edit of a new observer is part of its creation',
      waiting('observer.create', { id: -1, input: base, knownIds: [] }),
      {
        kind: 'observer.update',
        args: { id: -1, base, patch: { name: 'Ana' } },
      },
      {
        to: 'replaced',
        args: { id: -1, input: { name: 'Ana', phone: '07' }, knownIds: [] },
      },
    ],
    [
      'a new observer with another phone is none of those that have it',
      waiting('observer.create', { id: -1, input: base, knownIds: [3] }),
      {
        kind: 'observer.update',
        args: { id: -1, base, patch: { phone: '08' } },
      },
      {
        to: 'replaced',
        args: {
          id: -1,
          input: { name: 'Maria', phone: '08' },
          knownIds: [3, 41],
        },
      },
      [41],
    ],
    [
      'a new observer deleted before it was sent never existed',
      waiting('observer.create', { id: -1, input: base, knownIds: [] }),
      { kind: 'observer.delete', args: { id: -1, base } },
      { to: 'vanished' },
    ],
    [
      'an edit before a deletion is not worth a request; the server never had it',
      waiting('observer.update', { id: 1, base, patch: { name: 'Ana' } }),
      {
        kind: 'observer.delete',
        args: { id: 1, base: { name: 'Ana', phone: '07' } },
      },
      { to: 'superseded', args: { id: 1, base } },
    ],
    [
      'two saves of a form are the last one',
      waiting('form.update', { id: 12, base: formBase, input }),
      {
        kind: 'form.update',
        args: { id: 12, base: formBase, input: later },
      },
      { to: 'replaced', args: { id: 12, base: formBase, input: later } },
    ],
    [
      'a save of a new form is part of its creation',
      waiting('form.create', { id: -1, input }),
      {
        kind: 'form.update',
        args: { id: -1, base: formBase, input: later },
      },
      { to: 'replaced', args: { id: -1, input: later } },
    ],
    [
      'a save from an editor that was open before waits behind the other save',
      waiting('form.update', { id: 12, base: formBase, input: later }),
      { kind: 'form.update', args: { id: 12, base: formBase, input } },
      undefined,
    ],
    [
      'the same where others renamed the form in a waiting save',
      waiting('form.create', { id: -1, input: { ...input, code: 'B' } }),
      { kind: 'form.update', args: { id: -1, base: formBase, input: later } },
      undefined,
    ],
    [
      'a save of a form before its deletion',
      waiting('form.update', { id: 12, base: formBase, input }),
      {
        kind: 'form.delete',
        args: { id: 12, base: { ...meta, description: 'Alta' } },
      },
      { to: 'superseded', args: { id: 12, base: meta } },
    ],
    [
      'published and withdrawn again is as it was',
      waiting('form.publish', { id: 12, base: meta, draft: false }),
      { kind: 'form.publish', args: { id: 12, base: meta, draft: true } },
      { to: 'vanished' },
    ],
    [
      'a deletion stays what it is when something else is asked',
      waiting('observer.delete', { id: 1, base }),
      {
        kind: 'observer.update',
        args: { id: 1, base, patch: { name: 'Ana' } },
      },
      undefined,
    ],
  ];
  it.each(cases)('%s', (_name, op, mutation, expected, samePhone) => {
    expect(coalesce(op, mutation, samePhone)).toEqual(expected);
  });
});

it('leaves an op alone that may have gone out', () => {
  const op = waiting('observer.update', {
    id: 1,
    base,
    patch: { name: 'Ana' },
  });
  const mutation: Mutation = {
    kind: 'observer.update',
    args: { id: 1, base, patch: { name: 'Ioana' } },
  };
  for (const state of ['inflight', 'unknown', 'retryWait'] as const) {
    expect(coalesce({ ...op, state }, mutation)).toBeUndefined();
  }
  expect(coalesce({ ...op, attempts: 1 }, mutation)).toBeUndefined();
});
