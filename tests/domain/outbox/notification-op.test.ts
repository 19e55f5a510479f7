import { describe, expect, it } from 'vitest';

import type { Notification } from '@/domain/notification';
import {
  isFateUnknown,
  proofOf,
  rowsLike,
  sentAfterAll,
} from '@/domain/outbox/notification-op';
import type { OpOf } from '@/domain/outbox/op';
import { newOp, withChanges } from '@/domain/outbox/op';

type MessageOp = OpOf<'notification.send'>;

const account = 'ana@example.org';
const text = { title: 'Atenție', message: 'Formularul C.' };

function aMessage(
  seq: number,
  changes: Partial<MessageOp> = {},
  recipients: number[] | undefined = [41, 42],
): MessageOp {
  const args = {
    id: -seq,
    ...text,
    recipientCount: 2,
    expiresAt: 0,
    ...(recipients ? { recipients } : {}),
  };
  const kept = { actor: 'me', at: 0, opId: `op-${seq}` };
  const op = newOp('notification.send', args, kept);
  return { seq, ...op, state: 'unknown', knownIds: [], ...changes };
}

const toAll = (seq: number, changes: Partial<MessageOp> = {}) => {
  const op = aMessage(seq, changes);
  const { recipients: _, ...args } = op.args;
  return { ...op, args };
};

function aRow(id: number, changes: Partial<Notification> = {}): Notification {
  return {
    id,
    title: text.title,
    body: text.message,
    channel: 'Firebase',
    senderAccount: account,
    sentObserverIds: [42, 41],
    insertedAt: 1,
    ...changes,
  };
}

const prove = (op: MessageOp, rows: Notification[], others: MessageOp[] = []) =>
  proofOf(op, [op, ...others], rows, account);

describe('the row that proves a message', () => {
  it('is new, of our account, to the same recipients', () => {
    const op = aMessage(1, { knownIds: [7] });
    expect(prove(op, [aRow(7), aRow(8)])).toEqual({ is: 'sent', id: 8 });
  });

  it.each<[string, Notification[]]>([
    ['stood there before', [aRow(7)]],
    ['another account', [aRow(8, { senderAccount: 'ion@example.org' })]],
    ['one recipient less', [aRow(8, { sentObserverIds: [41] })]],
    ['one recipient more', [aRow(8, { sentObserverIds: [41, 42, 43] })]],
    ['another title', [aRow(8, { title: 'Altul' })]],
    ['another text', [aRow(8, { body: 'Altul' })]],
    ['no row at all', []],
  ])('is absent: %s', (_what, rows) => {
    expect(prove(aMessage(1, { knownIds: [7] }), rows)).toEqual({
      is: 'absent',
    });
  });

  it('cannot be told without the account, or without what stood there before', () => {
    const op = aMessage(1);
    const { senderAccount: _, ...unsigned } = aRow(8);
    const one = { is: 'open', fate: { shown: 1, sent: 1 } };
    expect(prove(op, [unsigned])).toEqual(one);
    expect(proofOf(op, [op], [aRow(8)], undefined)).toEqual(one);
    const older = aMessage(1, { knownIds: undefined });
    expect(prove(older, [aRow(8)])).toEqual({ is: 'open', fate: { sent: 1 } });
  });

  it('is not the one of another message', () => {
    const done = aMessage(2, { state: 'done', createdId: 8 });
    expect(prove(aMessage(1), [aRow(8)], [done])).toEqual({ is: 'absent' });
  });

  it.each<[string, Partial<MessageOp>]>([
    ['is on its way', { state: 'inflight' }],
    ['is of unknown fate', { state: 'needsConfirm', fate: { sent: 1 } }],
    ['was given up so', { state: 'cancelled', fate: { sent: 1 } }],
    ['was sent again since', { state: 'done', unproven: 1 }],
    [
      'is of unknown fate for an older version',
      { state: 'needsConfirm', failure: { kind: 'server' } },
    ],
  ])('cannot be told where the same one %s', (_what, changes) => {
    const other = aMessage(2, changes);
    expect(prove(aMessage(1), [aRow(8)], [other])).toEqual({
      is: 'open',
      fate: { shown: 1, sent: 2 },
    });
    // As many rows as sendings: each has its own.
    expect(prove(aMessage(1), [aRow(8), aRow(9)], [other])).toEqual({
      is: 'sent',
      id: 9,
    });
  });

  it.each<[string, MessageOp]>([
    ['was done', aMessage(2, { state: 'done' })],
    ['waits', aMessage(2, { state: 'queued' })],
    ['never left', aMessage(2, { state: 'cancelled' })],
    [
      'expired',
      aMessage(2, { state: 'needsConfirm', failure: { kind: 'expired' } }),
    ],
    ['goes to others', aMessage(2, { state: 'inflight' }, [43])],
  ])('is told where the same one %s', (_what, other) => {
    expect(prove(aMessage(1), [aRow(8)], [other])).toEqual({
      is: 'sent',
      id: 8,
    });
  });

  it('of a message to all may be that of a targeted one, and the reverse', () => {
    const open = { is: 'open', fate: { shown: 1, sent: 2 } };
    expect(prove(toAll(1), [aRow(8)], [aMessage(2)])).toEqual(open);
    expect(prove(aMessage(1), [aRow(8)], [toAll(2)])).toEqual(open);
  });

  it('is told by its date on a server that dates all but those to all', () => {
    const { insertedAt: _, ...undated } = aRow(8);
    const rows = [aRow(9), undated];
    expect(rowsLike(text, rows, account)).toEqual([undated]);
    const named = { ...text, recipients: [41, 42] };
    expect(rowsLike(named, rows, account)).toEqual([aRow(9)]);
    expect(rowsLike(named, [undated], account)).toEqual([undated]);
  });
});

/** The message after a person decided to send it again. */
function again(op: MessageOp, recipients?: number[]) {
  return withChanges(op, sentAfterAll(op, 99, recipients));
}

describe('a message that a person wants sent after all', () => {
  const parked = (changes: Partial<MessageOp> = {}) =>
    aMessage(1, {
      state: 'needsConfirm',
      attempts: 1,
      failure: { kind: 'timeout' },
      fate: { shown: 0, sent: 1 },
      knownIds: [7],
      ...changes,
    });

  it('forgets what was known before, and remembers the sending of unknown fate', () => {
    const sent = again(parked());
    expect(sent).toMatchObject({ state: 'queued', nextAt: 0, unproven: 1 });
    expect(sent.args).toHaveProperty('expiresAt', 99);
    for (const field of ['failure', 'fate', 'knownIds', 'goneIds']) {
      expect(sent).not.toHaveProperty(field);
    }
    expect(sent.generation).toBe(undefined);
    expect(again({ ...parked(), unproven: 1 }).unproven).toBe(2);
  });

  it.each<
    [string, Partial<MessageOp>, number[] | undefined, number | undefined]
  >([
    ['goes to fewer', {}, [41], 1],
    ['goes to fewer, and never left', { attempts: 0 }, [41], undefined],
    ['goes to the same', {}, [42, 41], undefined],
    ['was refused', { state: 'rejected' }, undefined, 1],
  ])(
    'has a key of its own where it %s: %j',
    (_what, changes, ids, generation) => {
      expect(again(parked(changes), ids).generation).toBe(generation);
    },
  );

  it('that never left has no sending of unknown fate', () => {
    const failure = { kind: 'recipientsGone' } as const;
    const op = parked({ failure, fate: undefined, goneIds: [42] });
    expect(isFateUnknown(op)).toBe(false);
    expect(again(op, [41]).unproven).toBe(undefined);
    expect(isFateUnknown({ ...op, unproven: 1 })).toBe(true);
  });
});
