import { describe, expect, it } from 'vitest';

import type { FormInput, FormMeta, Section } from '@/domain/forms/form';
import type { OpKind } from '@/domain/outbox/kinds';
import type { Op, OpArgs } from '@/domain/outbox/op';
import { keyOf, newOp } from '@/domain/outbox/op';
import type { Decision, ResolutionContext } from '@/domain/outbox/resolution';
import { successorOf, takenCodes } from '@/domain/outbox/resolution';
import { conflictOf } from '@/domain/outbox/conflict-view';
import { stepped } from '@/domain/outbox/machine';

import { aForm, aSection } from '../../support/builders';

let last = 0;
const means: ResolutionContext = { newId: () => (last -= 1), samePhone: [] };

function inConflict<K extends OpKind>(
  kind: K,
  args: OpArgs[K],
  changes: Partial<Op> = {},
): Op {
  const op = newOp(kind, args, { actor: 'me', at: 5, opId: 'op-1' });
  const failure = { kind: 'conflict' } as const;
  return { ...op, seq: 1, state: 'conflict', failure, ...changes } as Op;
}

const gone: Partial<Op> = { failure: { kind: 'missing', status: 404 } };
const base = { name: 'Maria', phone: '07' };

function edit(patch: Partial<typeof base>, theirs: typeof base, pin = false) {
  const sealed = { iv: new Uint8Array(1), data: new ArrayBuffer(1) };
  return inConflict(
    'observer.update',
    { id: 41, base, patch, ...(pin ? { pin: sealed } : {}) },
    { theirs: { kind: 'observer', row: theirs } },
  );
}

function settle(op: Op, ...mine: string[]) {
  return successorOf(op, { to: 'settle', mine }, means);
}

describe('an observer that two people edited', () => {
  const both = edit(
    { name: 'Ana', phone: '09' },
    { name: 'Ioana', phone: '07' },
  );

  it('asks about the field that both changed, and shows the others', () => {
    expect(conflictOf(both)).toEqual({
      kind: 'fields',
      rows: [
        {
          field: 'name',
          base: 'Maria',
          mine: 'Ana',
          theirs: 'Ioana',
          asks: true,
        },
        { field: 'phone', base: '07', mine: '09', theirs: '07', asks: false },
      ],
    });
  });

  it('ours: goes out over theirs, which is remembered', () => {
    expect(settle(both, 'name')).toEqual({
      kind: 'observer.update',
      args: {
        id: 41,
        base: { name: 'Ioana', phone: '07' },
        patch: { name: 'Ana', phone: '09' },
      },
      overrode: { kind: 'observer', row: { name: 'Ioana', phone: '07' } },
    });
  });

  it('theirs: what nobody else touched still goes out', () => {
    expect(settle(both)).toEqual({
      kind: 'observer.update',
      args: {
        id: 41,
        base: { name: 'Ioana', phone: '07' },
        patch: { phone: '09' },
      },
    });
  });

  it('theirs, and nothing of ours is left: nothing goes out', () => {
    const op = edit({ name: 'Ana' }, { name: 'Ioana', phone: '07' });
    expect(settle(op)).toBe(undefined);
  });

  it('theirs, but a new PIN is left: that goes out', () => {
    const op = edit({ name: 'Ana' }, { name: 'Ioana', phone: '07' }, true);
    expect(settle(op)?.args).toMatchObject({ patch: {} });
    expect(settle(op)?.args).toHaveProperty('pin');
  });

  it('gone: is added again with what we wanted', () => {
    const op = inConflict(
      'observer.update',
      { id: 41, base, patch: { phone: '09' } },
      gone,
    );
    expect(conflictOf(op)).toEqual({ kind: 'gone', as: 'observer' });
    const pin = { iv: new Uint8Array(2), data: new ArrayBuffer(2) };
    const next = successorOf(
      op,
      { to: 'again', pin: '1234' },
      { ...means, pin, samePhone: [{ id: 3, name: 'Maria' }] },
    );
    expect(next).toMatchObject({
      kind: 'observer.create',
      args: { input: { name: 'Maria', phone: '09' }, pin, knownIds: [3] },
    });
    expect(next?.args.id).toBeLessThan(0);
  });

  it('new here and not taken by the server: goes out corrected, with its PIN', () => {
    const pin = { iv: new Uint8Array(1), data: new ArrayBuffer(1) };
    const op = inConflict('observer.create', {
      id: -1,
      input: base,
      knownIds: [3],
      pin,
    });
    expect(conflictOf(op)).toEqual({
      kind: 'addition',
      input: base,
      isPinNeeded: false,
    });
    const input = { ...base, phone: '09' };
    expect(
      successorOf(
        op,
        { to: 'correct', input },
        { ...means, samePhone: [{ id: 5, name: 'Maria' }] },
      ),
    ).toEqual({
      kind: 'observer.create',
      args: { id: -1, input, knownIds: [3, 5], pin },
    });
  });

  it.each<[string, Op, Decision]>([
    [
      'gone',
      inConflict('observer.update', { id: 41, base, patch: {} }, gone),
      { to: 'again', pin: '1234' },
    ],
    [
      'not taken by the server',
      inConflict('observer.create', { id: -1, input: base, knownIds: [] }),
      { to: 'correct', input: base },
    ],
    [
      'gone, and renamed by the edit',
      inConflict(
        'observer.update',
        { id: 41, base, patch: { name: 'Dana' } },
        gone,
      ),
      { to: 'again', pin: '1234' },
    ],
    [
      'not taken by the server, and corrected',
      inConflict('observer.create', { id: -1, input: base, knownIds: [] }),
      { to: 'correct', input: { ...base, name: 'Dana' } },
    ],
  ])(
    '%s: whom another device may have added is not known before',
    (_what, op, decision) => {
      const samePhone = [
        { id: 3, name: 'Maria' },
        { id: 4, name: 'Ioana' },
      ];
      const knownIds = (each: Op) =>
        successorOf(each, decision, { ...means, samePhone })?.args;
      expect(knownIds(op)).toMatchObject({ knownIds: [3, 4] });
      expect(knownIds({ ...op, shared: 'saved' })).toMatchObject({
        knownIds: [4],
      });
    },
  );

  it('new here, with a PIN that nobody can read any more: needs another', () => {
    const args = { id: -1, input: base, knownIds: [] };
    const op = inConflict('observer.create', args);
    const lost = { ...op, state: 'rejected' as const };
    expect(conflictOf(lost)).toMatchObject({ isPinNeeded: true });
    // Sealed for another browser, as a change out of a file is.
    const pin = { iv: new Uint8Array(), data: new ArrayBuffer() };
    const unreadable = inConflict(
      'observer.create',
      { ...args, pin },
      { state: 'rejected', failure: { kind: 'pinLost' } },
    );
    expect(conflictOf(unreadable)).toMatchObject({ isPinNeeded: true });
  });

  it('deleted here, edited there: asks, and is deleted over their edit', () => {
    const theirs = { name: 'Ioana', phone: '07' };
    const op = inConflict(
      'observer.delete',
      { id: 41, base },
      { theirs: { kind: 'observer', row: theirs } },
    );
    expect(conflictOf(op)).toEqual({ kind: 'deletion', base, theirs });
    expect(settle(op)).toEqual({
      kind: 'observer.delete',
      args: { id: 41, base: theirs },
      overrode: { kind: 'observer', row: theirs },
    });
  });
});

describe('a county that two people edited', () => {
  const county = { name: 'Alba', code: 'AB', diaspora: false, order: 1 };

  it('is decided field by field, too', () => {
    const theirs = { ...county, name: 'ALBA', diaspora: true };
    const op = inConflict(
      'county.update',
      { id: 1, base: county, patch: { name: 'Alba Iulia', order: 7 } },
      { theirs: { kind: 'county', row: theirs } },
    );
    const conflict = conflictOf(op);
    expect(
      conflict?.kind === 'fields' &&
        conflict.rows.map(({ field, asks }) => [field, asks]),
    ).toEqual([
      ['name', true],
      ['diaspora', false],
      ['order', false],
    ]);
    expect(settle(op)?.args).toMatchObject({
      base: theirs,
      patch: { order: 7 },
    });
    expect(settle(op, 'name')?.args).toMatchObject({
      patch: { name: 'Alba Iulia', order: 7 },
    });
  });

  it('gone: can only be given up', () => {
    const args = { id: 1, base: county, patch: { name: 'Alba Iulia' } };
    expect(conflictOf(inConflict('county.update', args, gone))).toEqual({
      kind: 'gone',
    });
  });
});

const meta = aForm({ draft: true });

function sections(description: string): Section[] {
  return [{ ...aSection(), description }];
}

function inputOf(changes: Partial<FormInput> = {}): FormInput {
  const { id: _, ...head } = meta;
  return {
    ...head,
    title: 'Deschidere',
    sections: sections('bază'),
    ...changes,
  };
}

function formEdit(
  mine: Partial<FormInput>,
  theirMeta: Partial<FormMeta>,
  theirSections = sections('bază'),
): Op {
  return inConflict(
    'form.update',
    {
      id: 12,
      base: { meta, sections: sections('bază') },
      input: inputOf(mine),
    },
    {
      theirs: {
        kind: 'form',
        meta: { ...meta, currentVersion: 4, ...theirMeta },
        sections: theirSections,
      },
    },
  );
}

describe('a form that two people edited', () => {
  const head = formEdit(
    { code: 'B', description: 'A mea' },
    { description: 'A lor', draft: false },
  );

  it('asks about its head field by field', () => {
    const conflict = conflictOf(head);
    expect(
      conflict?.kind === 'fields' &&
        conflict.rows.map(({ field, asks }) => [field, asks]),
    ).toEqual([
      ['code', false],
      ['description', true],
      ['draft', false],
    ]);
    expect(conflict).not.toHaveProperty('losses');
  });

  it.each<[string[], Partial<FormInput>]>([
    [['description'], { description: 'A mea', title: 'Deschidere' }],
    [[], { description: 'A lor', title: 'A lor' }],
  ])('%j ours: the rest merges by itself', (mine, expected) => {
    const next = settle(head, ...mine);
    expect(next?.kind === 'form.update' && next.args.input).toMatchObject({
      ...expected,
      code: 'B',
      draft: false,
      currentVersion: 4,
    });
    expect(next?.kind === 'form.update' && next.args.base.meta).toMatchObject({
      description: 'A lor',
      currentVersion: 4,
    });
    expect(next?.overrode !== undefined).toBe(mine.length > 0);
  });

  const both = formEdit(
    { sections: sections('a mea'), code: 'B' },
    {},
    sections('a lor'),
  );

  it('asks about its structure as a whole, naming what would be lost', () => {
    expect(conflictOf(both)).toMatchObject({
      losses: [{ kind: 'replaced', part: 'section', name: 'A1 a lor' }],
    });
  });

  it('overwritten: ours on top of theirs, which is remembered', () => {
    const next = settle(both, 'sections');
    expect(next).toMatchObject({
      args: {
        base: { sections: sections('a lor') },
        input: { code: 'B', sections: sections('a mea') },
      },
      overrode: { kind: 'form', sections: sections('a lor') },
    });
  });

  it('theirs: our code still goes out with their structure', () => {
    const next = settle(both);
    expect(next).toMatchObject({
      args: { input: { code: 'B', sections: sections('a lor') } },
    });
    expect(next).not.toHaveProperty('overrode');
  });

  it('theirs, and nothing of ours is left: nothing goes out', () => {
    const op = formEdit({ sections: sections('a mea') }, {}, sections('a lor'));
    expect(settle(op)).toBe(undefined);
  });

  it('as a new draft: under another code, with no id of the server', () => {
    const next = successorOf(both, { to: 'copy', code: 'B2' }, means);
    expect(next).toMatchObject({
      kind: 'form.create',
      args: { input: { code: 'B2', draft: true, currentVersion: 1 } },
    });
    const input = next?.kind === 'form.create' ? next.args.input : inputOf();
    const ids = input.sections.flatMap((each) => [
      each.id,
      ...each.questions.flatMap(({ id, options }) => [
        id,
        ...options.map((row) => row.id),
      ]),
    ]);
    expect(next?.args.id).toBeLessThan(0);
    expect(ids.every((id) => id < 0)).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('new here, with a code that the server gave away: goes out under another', () => {
    const op = inConflict('form.create', { id: -3, input: inputOf() });
    expect(conflictOf(op)).toEqual({ kind: 'codeTaken' });
    expect(successorOf(op, { to: 'copy', code: 'A2' }, means)).toEqual({
      kind: 'form.create',
      args: { id: -3, input: inputOf({ code: 'A2' }) },
    });
  });

  it('gone: our content can be a new draft, a publication cannot', () => {
    const edited = { ...both, ...gone } as Op;
    expect(conflictOf(edited)).toEqual({ kind: 'gone', as: 'form' });
    const publish = { id: 12, base: meta, draft: false };
    const published = inConflict('form.publish', publish, gone);
    expect(conflictOf(published)).toEqual({ kind: 'gone' });
  });
});

describe('a code for the form', () => {
  const args = { id: 12, base: { meta, sections: [] }, input: inputOf() };
  const forms = [meta, aForm({ id: 13, code: 'C' })];
  const waiting = inConflict(
    'form.create',
    { id: -8, input: inputOf({ code: 'N' }) },
    { state: 'queued' },
  );
  const over = inConflict(
    'form.create',
    { id: -9, input: inputOf({ code: 'X' }) },
    { state: 'cancelled' },
  );

  it('is not one of a cached form, of theirs, or of one that waits', () => {
    const op = {
      ...inConflict('form.update', args),
      ...formEdit({}, { code: 'T' }),
    } as Op;
    expect(takenCodes(op, forms, [op, waiting, over])).toEqual(
      new Set(['A', 'C', 'N', 'T']),
    );
  });

  it('of a form that is gone is free again', () => {
    const op = inConflict('form.update', args, gone);
    expect(takenCodes(op, forms, [op])).toEqual(new Set(['C']));
  });

  it('that the server gave away is not free', () => {
    expect(takenCodes(waiting, [], [waiting])).toEqual(new Set(['N']));
  });
});

describe('a decision', () => {
  it.each<[Decision]>([
    [{ to: 'copy', code: 'B' }],
    [{ to: 'again', pin: '1' }],
    [{ to: 'correct', input: base }],
  ])('%j about a deletion is a bug', (decision) => {
    const op = inConflict('observer.delete', { id: 41, base });
    expect(() => successorOf(op, decision, means)).toThrow('observer.delete');
  });

  it('is offered for no op that is not in conflict', () => {
    const op = edit({ name: 'Ana' }, { name: 'Ioana', phone: '07' });
    expect(conflictOf({ ...op, state: 'queued' })).toBe(undefined);
  });
});

it('a change that is begun again is looked at first, and is another request', () => {
  const op = inConflict(
    'observer.delete',
    { id: 41, base },
    { attempts: 3, notAppliedCount: 2, nextAt: 900, sentAt: 7 },
  );
  const retry = { type: 'UserRetried', expiresAt: 0 } as const;
  const again = (each: Op) => stepped(each, retry, { now: 1, random: () => 0 });
  const once = again(op);
  expect(once).toMatchObject({ state: 'queued', attempts: 0, nextAt: 0 });
  expect(once).not.toHaveProperty('failure');
  expect(once).not.toHaveProperty('notAppliedCount');
  const twice = again({ ...once, state: 'rejected' });
  const keys = [op, once, twice].map(keyOf);
  expect(new Set(keys).size).toBe(3);
  expect(twice.opId).toBe('op-1');
});
