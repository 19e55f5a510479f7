import { sendNotification } from '@/api/notifications';
import { AFTER_THE_SAME_MS, UNREADABLE_TRIES } from '@/config';
import {
  countSent,
  isUnderWay,
  messagesLike,
  proofOf,
  rowsLike,
} from '@/domain/outbox/notification-op';
import type { Op, OpOf } from '@/domain/outbox/op';
import type { Failure, Rejection } from '@/domain/outbox/outcome';
import { accountOf } from '@/domain/user';

import type { Engine } from '@/workers/engine/engine';
import type { Preflight, Sender } from '@/workers/outbox/sender';
import type { History } from '@/workers/pull/notifications';
import { readHistory } from '@/workers/pull/notifications';
import { noteProof } from '@/workers/outbox/op-notes';
import { findGone } from './recipients';

type MessageOp = OpOf<'notification.send'>;

/**
 * Sends a notification (docs/api-contract.md 4.6). Phones may have buzzed even
 * when the
 * server says that it failed, so nothing is ever sent a second time unasked.
 */
const send: Sender<'notification.send'> = {
  async preflight(engine, op) {
    const ops: Op[] = await engine.databases.intent.outbox.toArray();
    const alike = messagesLike(op, ops);
    // The rows of two that are on their way could not be told apart.
    if (alike.some(isUnderWay)) {
      return { found: 'later', nextAt: engine.now() + AFTER_THE_SAME_MS };
    }
    const gone = await findGone(engine, op);
    if ('kind' in gone) {
      if (mayChange(gone, op)) return { found: 'silence', failure: gone };
    } else if (gone.length > 0) {
      return { found: 'recipientsGone', goneIds: gone };
    }
    return prepare(engine, op, alike);
  },

  send: (engine, { args }, key) => sendNotification(engine.push, args, key),

  async verify(engine, op) {
    const history = await readHistory(engine, engine.push);
    const ops: Op[] = await engine.databases.intent.outbox.toArray();
    if (!('rows' in history) || !history.isClean) {
      const mayTell = mayChange(failureOf(history), op);
      return mayTell ? 'unsure' : { fate: { sent: countSent(op, ops) } };
    }
    const proof = proofOf(op, ops, history.rows, accountIn(engine));
    switch (proof.is) {
      case 'absent':
        return 'notApplied';
      case 'open':
        return { fate: proof.fate };
      case 'sent':
        return (await noteProof(engine, op, proof.id)) === 'noted'
          ? 'applied'
          : 'unsure';
    }
  },

  async acknowledge(engine) {
    await readHistory(engine, engine.push);
    return undefined;
  },
};

/**
 * Remembers which rows of the history look like the message already: a lost reply
 * is told by a new one.
 * @param alike other messages whose rows look like it, read before the history.
 */
async function prepare(
  engine: Engine,
  op: MessageOp,
  alike: readonly MessageOp[],
): Promise<Preflight> {
  const history = await readHistory(engine, engine.push);
  const isReadable = 'rows' in history && history.isClean;
  if (!isReadable && mayChange(failureOf(history), op)) {
    return { found: 'silence', failure: failureOf(history) };
  }
  const account = accountIn(engine);
  const knownIds = isReadable
    ? rowsLike(op.args, history.rows, account).map(({ id }) => id)
    : undefined;
  return {
    found: 'clear',
    terms: {
      seen: { knownIds },
      // One of the same that went out since the reading has a row that is not known.
      holds(ops) {
        const now = messagesLike(op, ops);
        return countTries(now) === countTries(alike) && !now.some(isUnderWay);
      },
    },
  };
}

function countTries(ops: readonly Op[]): number {
  return ops.reduce((sum, { attempts }) => sum + attempts, 0);
}

/** Whether asking again may bring more: what is refused stays so, other answers may pass. */
function mayChange({ kind }: Failure, { notAppliedCount = 0 }: Op): boolean {
  switch (kind) {
    case 'offline':
    case 'timeout':
    case 'busy':
    case 'unauthorized':
      return true;
    case 'forbidden':
      return false;
    default:
      return notAppliedCount < UNREADABLE_TRIES;
  }
}

function failureOf(history: History | Rejection): Failure {
  return 'ok' in history ? history.failure : { kind: 'unreadable' };
}

function accountIn({ databases }: Engine): string | undefined {
  return accountOf(databases.actor);
}

export const notificationSenders = { 'notification.send': send };
