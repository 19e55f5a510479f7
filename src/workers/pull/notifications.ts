import type { Client } from '@/api/client';
import { getNotifications, sendNotification } from '@/api/notifications';
import {
  AFTER_THE_SAME_MS,
  HISTORY_PAGE_SIZE,
  UNREADABLE_TRIES,
} from '@/config';
import { isWhole } from '@/db/cache';
import type { Notification } from '@/domain/notification';
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

import { commit, noteReply, putChanged } from '@/workers/commit';
import type { Engine, PullResult } from '@/workers/engine';
import { pulled } from '@/workers/engine';
import { noteProof } from '@/workers/session/leading';
import { readWhole } from './read-whole';
import { findGone } from '@/workers/outbox/senders/recipients';
import type { Check, Sender } from '@/workers/outbox/sender';

type MessageOp = OpOf<'notification.send'>;

const resource = 'notifications';

/** The history as a server gave it. */
interface History {
  rows: Notification[];
  /** Whether these are all rows: otherwise nothing may be concluded from absence. */
  isClean: boolean;
}

/** Reads the whole history, for the screens. */
export async function pullNotifications(
  engine: Engine,
  client: Client,
): Promise<PullResult> {
  const history = await readHistory(engine, client);
  if ('ok' in history) return { ok: false, failure: history.failure };
  return history.isClean ? pulled : { ok: true, isTorn: true };
}

/**
 * Reads the whole history and caches it. After a torn reading the cached rows
 * stay, and the cursor says how many were met; a clean one also forgets rows.
 */
async function readHistory(
  engine: Engine,
  client: Client,
): Promise<History | Rejection> {
  const { cache } = engine.databases;
  const cursor = await cache.cursors.get(resource);
  const isAllHere =
    isWhole(cursor) && cursor?.total === (await cache.notifications.count());
  const read = await readWhole({
    ask: (query) => getNotifications(client, query),
    pageSize: Math.max(HISTORY_PAGE_SIZE, cursor?.total ?? 0),
    // "Not modified" speaks for the cached rows only while they are all there.
    etag: isAllHere ? cursor?.etag : undefined,
  });
  if (read === 'notModified') {
    const reply = { ok: true, status: 304, value: undefined } as const;
    await noteReply(engine, resource, reply, { sweptAt: engine.now() });
    return { rows: await cache.notifications.toArray(), isClean: true };
  }
  if ('ok' in read) {
    await noteReply(engine, resource, read);
    return read;
  }
  const { rows, total, isClean, isOnePage, reply } = read;
  await commit(engine, ['notifications'], async ({ notifications }) => {
    await putChanged(notifications, ({ id }) => id, rows);
    if (!isClean) return;
    const there = new Set(rows.map(({ id }) => id));
    const cached = await notifications.toCollection().primaryKeys();
    await notifications.bulkDelete(cached.filter((id) => !there.has(id)));
  });
  const news = isClean
    ? { sweptAt: engine.now(), seen: undefined }
    : { seen: rows.length };
  await noteReply(engine, resource, reply, {
    total,
    etag: isClean && isOnePage ? reply.etag : undefined,
    ...news,
  });
  return { rows, isClean };
}

/**
 * Sends a notification (docs/api-contract.md 4.6). Phones may have buzzed even
 * when the
 * server says that it failed, so nothing is ever sent a second time unasked.
 */
const send: Sender<'notification.send'> = {
  async check(engine, op) {
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
        return (await noteProof(engine, op, proof.id)) ? 'applied' : 'unsure';
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
): Promise<Check> {
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
      changes: { knownIds },
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
function mayChange({ kind }: Failure, { denials = 0 }: Op): boolean {
  switch (kind) {
    case 'offline':
    case 'timeout':
    case 'busy':
    case 'unauthorized':
      return true;
    case 'forbidden':
      return false;
    default:
      return denials < UNREADABLE_TRIES;
  }
}

function failureOf(history: History | Rejection): Failure {
  return 'ok' in history ? history.failure : { kind: 'unreadable' };
}

function accountIn({ databases }: Engine): string | undefined {
  return accountOf(databases.actor);
}

export const notificationSenders = { 'notification.send': send };
