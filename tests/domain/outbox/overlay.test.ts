import { describe, expect, it } from 'vitest';

import type { FormInput } from '@/domain/forms/form';
import type { OpKind } from '@/domain/outbox/kinds';
import type { Op, OpArgs, OpState } from '@/domain/outbox/op';
import { newOp } from '@/domain/outbox/op';
import type { Failure } from '@/domain/outbox/outcome';
import type { PendingMark } from '@/domain/outbox/overlay';
import {
  overlayCounties,
  overlayForms,
  overlayObserver,
  overlayObservers,
  overlaySections,
  overlayThread,
} from '@/domain/outbox/overlay';

import {
  aCounty,
  aForm,
  anObserver,
  anOp,
  aSection,
  aThread,
} from '../../support/builders';

const base = { name: 'Maria Ionel', phone: '0700000041' };

function edit(seq: number, patch: Partial<typeof base>, state?: OpState): Op {
  return anOp({
    seq,
    opId: `op-${seq}`,
    args: { id: 41, base, patch },
    ...(state ? { state } : {}),
  });
}

describe('an observer with waiting changes', () => {
  it('is the server’s row when nothing waits', () => {
    expect(overlayObserver(anObserver(), [])).toEqual(anObserver());
  });

  it('shows changes in the order of enqueueing, not the order of the list', () => {
    const ops = [
      edit(9, { name: 'Maria C' }),
      edit(2, { name: 'Maria A', phone: '0711' }),
      edit(5, { name: 'Maria B' }),
    ];
    const given = [...ops];
    expect(overlayObserver(anObserver(), ops)).toEqual({
      ...anObserver(),
      name: 'Maria C',
      phone: '0711',
      pending: 'waiting',
    });
    expect(ops).toEqual(given);
  });

  it('shows the server’s value again once a change was refused', () => {
    const ops = [
      edit(1, { phone: '0711' }, 'queued'),
      edit(2, { name: 'Maria B' }, 'rejected'),
    ];
    expect(overlayObserver(anObserver(), ops)).toMatchObject({
      name: 'Maria Ionel',
      phone: '0711',
      pending: 'refused',
    });
  });

  it.each<[OpState, PendingMark | undefined, boolean]>([
    // state, mark, whether the row shows the change
    ['queued', 'waiting', true],
    ['retryWait', 'waiting', true],
    ['inflight', 'sending', true],
    ['unknown', 'waiting', true],
    ['rejected', 'refused', false],
    ['conflict', 'needsYou', true],
    ['needsConfirm', 'needsYou', true],
    ['done', undefined, false],
    ['cancelled', undefined, false],
    ['superseded', undefined, false],
  ])('%s is marked %s, shown: %j', (state, mark, isShown) => {
    const row = overlayObserver(anObserver(), [edit(1, { name: 'B' }, state)]);
    expect(row?.pending).toBe(mark);
    expect(row?.name).toBe(isShown ? 'B' : 'Maria Ionel');
    expect(row && 'pending' in row).toBe(mark !== undefined);
  });

  it.each<[OpState[], PendingMark]>([
    [['queued', 'inflight'], 'sending'],
    [['inflight', 'queued', 'rejected'], 'refused'],
    [['queued', 'rejected', 'inflight', 'conflict'], 'needsYou'],
    [['needsConfirm', 'rejected'], 'needsYou'],
    [['done', 'cancelled', 'retryWait'], 'waiting'],
  ])('%j together are marked %s: people come first', (states, mark) => {
    const ops = states.map((state, at) => edit(at + 1, {}, state));
    expect(overlayObserver(anObserver(), ops)?.pending).toBe(mark);
    expect(overlayObserver(anObserver(), ops.toReversed())?.pending).toBe(mark);
  });

  it('is not touched by changes of another observer', () => {
    const other = anOp({
      lane: 'observer:42',
      args: { id: 42, base, patch: { name: 'Dan' } },
    });
    expect(overlayObserver(anObserver(), [other])).toEqual(anObserver());
    expect(
      overlayObserver(anObserver(), [other, edit(2, { name: 'Maria B' })]),
    ).toMatchObject({ name: 'Maria B', pending: 'waiting' });
  });
});

describe('a thread of an observer with waiting changes', () => {
  it('shows the new name and phone under the thread’s own names', () => {
    const ops = [edit(1, { name: 'Maria B', phone: '0711' })];
    expect(overlayThread(aThread(), ops)).toEqual({
      ...aThread(),
      observerName: 'Maria B',
      observerPhone: '0711',
      pending: 'waiting',
    });
  });

  it('keeps what the change does not say', () => {
    expect(overlayThread(aThread(), [edit(1, { phone: '0711' })])).toEqual({
      ...aThread(),
      observerPhone: '0711',
      pending: 'waiting',
    });
  });

  it('keeps the server’s value, with a mark, after a refusal', () => {
    const ops = [edit(1, { name: 'Maria B' }, 'rejected')];
    expect(overlayThread(aThread(), ops)).toEqual({
      ...aThread(),
      pending: 'refused',
    });
  });

  it('is not touched by changes of another observer', () => {
    const ops = [edit(1, { name: 'Maria B' })];
    const others = aThread({ observerId: 42, observerName: 'Dan' });
    expect(overlayThread(others, ops)).toEqual(others);
    // The station has the number of the observer; that means nothing.
    const station = aThread({ observerId: 42, pollingStationId: 41 });
    expect(overlayThread(station, ops)).toEqual(station);
  });
});

const kept = { actor: 'actor', at: 0, opId: 'op' };

/** A kept op of any kind, in some state. */
function opOf<K extends OpKind>(
  kind: K,
  args: OpArgs[K],
  changes: Partial<
    Pick<Op, 'seq' | 'state' | 'attempts' | 'failure' | 'createdId'>
  > = {},
) {
  return { ...newOp(kind, args, kept), seq: 1, ...changes };
}

describe('a list of observers with waiting changes', () => {
  const created = (state: OpState) =>
    opOf(
      'observer.create',
      { id: -5, input: { name: 'Dan', phone: '0733' }, knownIds: [] },
      { state },
    );
  const deleted = (state: OpState) =>
    opOf('observer.delete', { id: 41, base }, { state, seq: 2 });

  it('begins with the new ones, marked', () => {
    const rows = overlayObservers([anObserver()], [created('queued')]);
    expect(rows.map(({ id, name, pending }) => [id, name, pending])).toEqual([
      [-5, 'Dan', 'waiting'],
      [41, 'Maria Ionel', undefined],
    ]);
  });

  it('shows a new one with the edits made since', () => {
    const edited = opOf(
      'observer.update',
      { id: -5, base: { name: 'Dan', phone: '0733' }, patch: { name: 'Dana' } },
      { seq: 2 },
    );
    const [row] = overlayObservers([], [created('inflight'), edited]);
    expect(row).toMatchObject({ id: -5, name: 'Dana', pending: 'sending' });
  });

  it.each<[OpState, boolean]>([
    ['queued', false],
    ['unknown', false],
    ['rejected', true],
    ['cancelled', true],
  ])('with a deletion that is %s has the row: %j', (state, isThere) => {
    const rows = overlayObservers([anObserver()], [deleted(state)]);
    expect(rows.map(({ id }) => id)).toEqual(isThere ? [41] : []);
  });
});

describe('a creation that the server may have done', () => {
  const phone = '0700000041';
  const observerCreation = (state: OpState) =>
    opOf(
      'observer.create',
      { id: -5, input: { name: 'Dan', phone }, knownIds: [] },
      { state },
    );

  it.each<[OpState, number[]]>([
    ['inflight', [-5]],
    ['unknown', [-5]],
    ['queued', [-5, 41]],
    ['conflict', [-5, 41]],
    ['rejected', [41]],
  ])('is %s: the observers are %j', (state, ids) => {
    const rows = overlayObservers(
      [anObserver({ phone })],
      [observerCreation(state)],
    );
    expect(rows.map(({ id }) => id)).toEqual(ids);
  });

  it('leaves a row alone that has a change of its own', () => {
    const edited = edit(2, { name: 'Ana' });
    const ops = [observerCreation('unknown'), edited];
    const rows = overlayObservers([anObserver({ phone })], ops);
    expect(rows.map(({ id }) => id)).toEqual([-5, 41]);
  });

  it('does not hide an observer that was there before', () => {
    const knownIds = { ...observerCreation('unknown'), knownIds: [41] };
    const rows = overlayObservers([anObserver({ phone })], [knownIds]);
    expect(rows.map(({ id }) => id)).toEqual([-5, 41]);
  });

  it('stands for the form of its code that a queue file came too late for', () => {
    const { id: _, title = 'Numărare', ...meta } = aForm({ id: 12 });
    const input = { ...meta, title, sections: [aSection()] };
    const taken = { state: 'unknown', isTaken: true } as const;
    const op = opOf('form.create', { id: -7, input }, taken);
    const cached = [aForm({ id: 12 })];
    expect(overlayForms(cached, [op]).map(({ id }) => id)).toEqual([-7]);
    // Made here, where that form was known: it will be refused.
    const sent = { ...op, isTaken: undefined };
    expect(overlayForms(cached, [sent]).map(({ id }) => id)).toEqual([12, -7]);
  });

  it('stands for the county that it was sent as', () => {
    const { name, code, diaspora, order } = aCounty({ id: 43 });
    const input = { name, code, diaspora, order };
    const tried = { state: 'unknown', triedIds: [43] } as const;
    const op = opOf('county.create', { id: -3, input }, tried);
    const cached = [aCounty({ id: 42 }), aCounty({ id: 43 })];
    const rows = overlayCounties(cached, [op]);
    expect(rows.map(({ id }) => id)).toEqual([42, -3]);
  });
});

describe('a deletion that the server answered with an error', () => {
  const failure: Failure = { kind: 'server', status: 500 };
  const cases: [OpState, number, boolean][] = [
    // state, attempts, whether the row is there
    ['unknown', 1, false],
    ['retryWait', 1, true],
    ['inflight', 2, true],
    ['unknown', 2, true],
    ['rejected', 5, true],
  ];

  it.each(cases)('%s after %i tries has the row: %j', (state, tries, is) => {
    const tried = { state, attempts: tries, failure };
    const observer = opOf('observer.delete', { id: 41, base }, tried);
    expect(overlayObservers([anObserver()], [observer])).toHaveLength(
      is ? 1 : 0,
    );
    const form = aForm({ id: 12 });
    const ofForm = opOf('form.delete', { id: 12, base: form }, tried);
    expect(overlayForms([form], [ofForm])).toHaveLength(is ? 1 : 0);
  });

  it('hides the row while only the line is at fault', () => {
    const lost = opOf(
      'observer.delete',
      { id: 41, base },
      { state: 'retryWait', attempts: 3, failure: { kind: 'timeout' } },
    );
    expect(overlayObservers([anObserver()], [lost])).toEqual([]);
  });
});

describe('a list of forms with waiting changes', () => {
  const form = aForm({ id: 12, draft: true });
  const input: FormInput = {
    title: 'Numărare',
    code: 'C',
    description: 'Numărarea voturilor',
    diaspora: true,
    draft: false,
    currentVersion: 1,
    order: 3,
    sections: [aSection()],
  };

  it('moves a form between the tabs as soon as it is published', () => {
    const publish = opOf('form.publish', { id: 12, base: form, draft: false });
    expect(overlayForms([form], [publish])).toEqual([
      { ...form, draft: false, pending: 'waiting' },
    ]);
  });

  it('shows an edit without touching the version, which is the server’s', () => {
    const update = opOf('form.update', {
      id: 12,
      base: { meta: form, sections: [] },
      input: { ...input, currentVersion: 99 },
    });
    const [row] = overlayForms([{ ...form, currentVersion: 4 }], [update]);
    expect(row).toMatchObject({ code: 'C', order: 3, currentVersion: 4 });
    expect(row).not.toHaveProperty('sections');
  });

  it('shows a new one with what was saved of it since', () => {
    const created = opOf(
      'form.create',
      { id: -1, input },
      { state: 'inflight' },
    );
    const { sections, ...head } = input;
    const update = opOf(
      'form.update',
      {
        id: -1,
        base: { meta: { id: -1, ...head }, sections },
        input: { ...input, description: 'Numărarea' },
      },
      { seq: 2 },
    );
    const [row] = overlayForms([], [created, update]);
    expect(row).toMatchObject({
      id: -1,
      description: 'Numărarea',
      pending: 'sending',
    });
  });

  it('ends with the new ones and lacks the deleted ones', () => {
    const ops = [
      opOf('form.create', { id: -1, input }),
      opOf('form.delete', { id: 12, base: form }, { seq: 2 }),
    ];
    const rows = overlayForms([form, aForm({ id: 13 })], ops);
    expect(rows.map(({ id, code }) => [id, code])).toEqual([
      [13, 'A'],
      [-1, 'C'],
    ]);
  });
});

it('a county shows its waiting changes, and a new one comes last', () => {
  const ops = [
    opOf('county.update', {
      id: 1,
      base: aCounty(),
      patch: { name: 'Alba Iulia' },
    }),
    opOf('county.create', {
      id: -1,
      input: { name: 'Nou', code: 'NN', diaspora: false, order: 9 },
    }),
  ];
  const rows = overlayCounties([aCounty()], ops);
  expect(rows).toMatchObject([
    { id: 1, name: 'Alba Iulia', code: 'AB', pending: 'waiting' },
    { id: -1, name: 'Nou', limit: 0, pending: 'waiting' },
  ]);
});

it('what an open creation has made already stands there once, under the creation', () => {
  // The worker ended after it cached the row and before the op was done.
  const changes = { state: 'unknown' as const, createdId: 77 };
  const observer = { name: 'Dan', phone: '0733' };
  const county = { name: 'Nou', code: 'NN', diaspora: false, order: 9 };
  const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);
  const creation = opOf(
    'observer.create',
    { id: -5, input: observer, knownIds: [] },
    changes,
  );
  const rows = [anObserver(), anObserver({ id: 77, ...observer })];
  expect(ids(overlayObservers(rows, [creation]))).toEqual([-5, 41]);
  const done = { ...creation, state: 'done' as const };
  expect(ids(overlayObservers(rows, [done]))).toEqual([41, 77]);
  const addition = opOf('county.create', { id: -5, input: county }, changes);
  const counties = [aCounty(), aCounty({ id: 77 })];
  expect(ids(overlayCounties(counties, [addition]))).toEqual([1, -5]);
});

it('what an open creation has made hides nothing of another sort with its id', () => {
  const changes = { state: 'unknown' as const, createdId: 77 };
  const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);
  const addition = opOf(
    'observer.create',
    { id: -5, input: { name: 'Dan', phone: '0733' }, knownIds: [] },
    changes,
  );
  expect(ids(overlayCounties([aCounty({ id: 77 })], [addition]))).toEqual([77]);
  expect(ids(overlayForms([aForm({ id: 77 })], [addition]))).toEqual([77]);
  const { id: _, ...county } = aCounty();
  const rename = opOf('county.update', {
    id: 77,
    base: county,
    patch: { name: 'Alba Iulia' },
  });
  expect(ids(overlayCounties([], [addition, rename]))).toEqual([77]);
  // A message has the id of its row of the history.
  const message = opOf(
    'notification.send',
    { id: -6, title: '', message: '', recipientCount: 1, expiresAt: 0 },
    changes,
  );
  const observers = [anObserver({ id: 77 })];
  expect(ids(overlayObservers(observers, [message]))).toEqual([77]);
});

describe('a change of what the cache lacks', () => {
  it.each<OpState>(['queued', 'unknown', 'conflict'])(
    'shows the observer as its user saw it, while %s',
    (state) => {
      const ops = [
        edit(1, { name: 'Maria B' }, state),
        edit(2, { phone: '0711' }),
      ];
      expect(overlayObservers([anObserver({ id: 7 })], ops)).toMatchObject([
        { id: 41, name: 'Maria B', phone: '0711' },
        { id: 7 },
      ]);
    },
  );

  it.each<OpState>(['rejected', 'done', 'cancelled'])(
    'shows nothing once it is %s',
    (state) => {
      const ops = [edit(1, { name: 'Maria B' }, state)];
      expect(overlayObservers([], ops)).toEqual([]);
    },
  );

  it.each<[OpState | 'gone', number[]]>([
    ['gone', [-41]],
    ['cancelled', [-41]],
    ['queued', [-41]],
    ['rejected', []],
  ])('shows a new observer whose addition is %s: %j', (state, shown) => {
    const addition = opOf('observer.create', {
      id: -41,
      input: base,
      knownIds: [],
    });
    const change = opOf('observer.update', {
      id: -41,
      base,
      patch: { name: 'Maria B' },
    });
    const ops = state === 'gone' ? [change] : [{ ...addition, state }, change];
    expect(overlayObservers([], ops).map(({ id }) => id)).toEqual(shown);
  });

  it('shows a form and a county', () => {
    const meta = aForm({ id: 3 });
    const publish = opOf('form.publish', {
      id: 3,
      base: meta,
      draft: !meta.draft,
    });
    expect(overlayForms([], [publish])).toMatchObject([
      { id: 3, draft: !meta.draft, pending: 'waiting' },
    ]);
    const { id, name, code, diaspora, order } = aCounty();
    const rename = opOf('county.update', {
      id,
      base: { name, code, diaspora, order },
      patch: { name: 'Alba nouă' },
    });
    expect(overlayCounties([], [rename])).toMatchObject([
      { id, code, name: 'Alba nouă', pending: 'waiting' },
    ]);
  });
});

describe('two editors of one form', () => {
  const meta = aForm({ id: 3, description: 'Before' });
  const before = [aSection()];
  const after = [aSection(), { ...aSection(), id: 9, code: 'T' }];
  const input = (changes: Partial<FormInput>): FormInput => ({
    ...meta,
    title: meta.title ?? '',
    sections: before,
    ...changes,
  });
  const save = (seq: number, changes: Partial<FormInput>) => ({
    ...opOf('form.update', {
      id: 3,
      base: { meta, sections: before },
      input: input(changes),
    }),
    seq,
  });

  it('show what each of them changed, whichever saved last', () => {
    const head = { description: 'After' };
    const questions = { sections: after };
    for (const ops of [
      [save(1, head), save(2, questions)],
      [save(1, questions), save(2, head)],
    ]) {
      expect(overlayForms([meta], ops)[0]).toMatchObject(head);
      expect(overlaySections(before, ops)).toEqual(after);
    }
  });
});
