import { describe, expect, it } from 'vitest';

import type { Op, OpState } from '@/domain/outbox/op';
import { transitions } from '@/domain/outbox/transitions';
import { wordsOf } from '@/components/op-words';

import { aForm } from '../support/builders';
import { opOf } from '../support/ops';

const keysOf = (op: Op) => wordsOf(op).map(({ key }) => key);

function aMessage(changes: Partial<Op>): Op {
  return opOf('notification.send', changes);
}

describe('a message that the server turned away with 503', () => {
  const failure = { kind: 'busy', status: 503 } as const;

  it.each<[OpState, string[]]>([
    ['unknown', ['common.failure.busy', 'outbox.asksFirst']],
    ['retryWait', ['common.failure.busy', 'outbox.sentAgain']],
    ['needsConfirm', ['outbox.fate.unknown', 'common.failure.busy']],
    ['queued', []],
    ['inflight', []],
    ['done', []],
  ])('%s says %j', (state, keys) => {
    expect(keysOf(aMessage({ state, failure }))).toEqual(keys);
  });

  it('promises to be sent again in the one state that does so', () => {
    const states = Object.keys(transitions).filter(isState);
    const promising = states.filter((state) =>
      keysOf(aMessage({ state, failure })).includes('outbox.sentAgain'),
    );
    expect(promising).toEqual(['retryWait']);
  });
});

it('a change that waits because the server could not be asked says why', () => {
  const silence = { kind: 'server', status: 500 } as const;
  const op = opOf('observer.create', { state: 'queued', silence });
  expect(keysOf(op)).toEqual(['common.failure.server', 'outbox.asksAgain']);
});

it('an addition that others may have changed since names what is there', () => {
  const sent = { state: 'conflict', failure: { kind: 'conflict' } } as const;
  const row = { name: 'Corina Stancuta', phone: '0700000088' };
  const observer = opOf('observer.create', {
    ...sent,
    theirs: { kind: 'observer', row },
  });
  expect(wordsOf(observer)).toEqual([
    { key: 'outbox.madeSince.observer', values: row },
  ]);
  const meta = aForm({ id: 9, code: 'B' });
  const form = opOf('form.create', {
    ...sent,
    theirs: { kind: 'form', meta, sections: [] },
  });
  expect(wordsOf(form)).toEqual([
    { key: 'outbox.madeSince.form', values: { code: 'B' } },
  ]);
});

function isState(text: string): text is OpState {
  return text in transitions;
}

describe('a message of unknown fate', () => {
  it.each([
    ['absent', { shown: 0, sent: 1 }],
    ['open', { shown: 1, sent: 2 }],
    ['unreadable', { sent: 1 }],
  ])('says what the history shows: %s', (key, fate) => {
    const op = aMessage({ state: 'needsConfirm', fate });
    expect(keysOf(op)).toEqual([`outbox.fate.${key}`]);
  });

  it('is not promised to be sent again while the history is read', () => {
    const failure = { kind: 'timeout' } as const;
    expect(keysOf(aMessage({ state: 'unknown', failure }))).toEqual([
      'common.failure.timeout',
      'outbox.asksHistory',
    ]);
  });
});

it('the server is quoted where it said why', () => {
  const failure = { kind: 'refused', detail: 'Not now.' } as const;
  expect(wordsOf(aMessage({ state: 'rejected', failure }))).toEqual([
    { key: 'common.failure.refused', values: {} },
    { key: 'common.failure.said', values: { detail: 'Not now.' } },
  ]);
});

it('something new clashes with what is there', () => {
  const failure = { kind: 'conflict' } as const;
  const op = opOf('form.create', { state: 'conflict', failure });
  expect(keysOf(op)).toEqual(['common.failure.taken']);
});
