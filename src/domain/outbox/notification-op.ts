import type {
  Fate,
  Notification,
  NotificationInput,
} from '@/domain/notification';
import type { Changes, Op, OpOf } from './op';
import { isKind } from './op';

type MessageOp = OpOf<'notification.send'>;
type Message = Pick<NotificationInput, 'title' | 'message' | 'recipients'>;

/**
 * What the history says of a message whose reply was lost. sent: this row is the
 * one. absent: no row may be it. open: nobody can tell.
 */
export type Proof =
  | { is: 'sent'; id: number }
  | { is: 'absent' }
  | { is: 'open'; fate: Fate };

/** Other messages whose rows of the history could be taken for those of `op`. */
export function messagesLike(op: MessageOp, ops: readonly Op[]): MessageOp[] {
  return ops.flatMap((other) =>
    isKind(other, 'notification.send') &&
    other.opId !== op.opId &&
    areAlike(op.args, other.args)
      ? [other]
      : [],
  );
}

/** The server records whom a message to all reached, so its row may name anybody. */
function areAlike(a: Message, b: Message): boolean {
  return (
    a.title === b.title &&
    a.message === b.message &&
    (!a.recipients || !b.recipients || isSameSet(a.recipients, b.recipients))
  );
}

/** Whether the request of a message may be on its way. */
export function isUnderWay({ state }: Op): boolean {
  return state === 'inflight' || state === 'unknown';
}

/**
 * Rows of the history that may be this message. On a server that dates only some
 * rows, those to all are the undated ones (docs/api-contract.md 4.6).
 * @param account of the sender; undefined when it is not known.
 */
export function rowsLike(
  { title, message, recipients }: Message,
  rows: readonly Notification[],
  account: string | undefined,
): Notification[] {
  const isDated = ({ insertedAt }: Notification) => insertedAt !== undefined;
  const datesTell = rows.some(isDated) && !rows.every(isDated);
  return rows.filter(
    (row) =>
      row.title === title &&
      row.body === message &&
      (!row.senderAccount || !account || row.senderAccount === account) &&
      (!datesTell || isDated(row) === (recipients !== undefined)) &&
      (!recipients || isSameSet(row.sentObserverIds, recipients)),
  );
}

/**
 * Looks for the row that proves a sending: new since the preflight, of our
 * account, and nobody else's. Several sendings of unknown fate are proven only
 * when there are as many rows; a time proves nothing.
 * @param ops all of the outbox. @param rows of a clean reading of the history.
 */
export function proofOf(
  op: MessageOp,
  ops: readonly Op[],
  rows: readonly Notification[],
  account: string | undefined,
): Proof {
  const taken = new Set(
    ops.map((other) =>
      isKind(other, 'notification.send') ? other.createdId : undefined,
    ),
  );
  const known = new Set(op.knownIds);
  const fresh = rowsLike(op.args, rows, account).filter(
    ({ id }) => !known.has(id) && !taken.has(id),
  );
  if (fresh.length === 0) return { is: 'absent' };
  const sent = countSent(op, ops);
  const isOurs = ({ senderAccount }: Notification) =>
    account !== undefined && senderAccount === account;
  if (op.knownIds && fresh.length === sent && fresh.every(isOurs)) {
    return { is: 'sent', id: Math.max(...fresh.map(({ id }) => id)) };
  }
  const shown = op.knownIds ? { shown: fresh.length } : {};
  return { is: 'open', fate: { ...shown, sent } };
}

/** Sendings of ours that a new row may belong to, the last one of `op` included. */
export function countSent(op: MessageOp, ops: readonly Op[]): number {
  const others = messagesLike(op, ops).map((other) => {
    const isOpen = isUnderWay(other) || isLastUnproven(other);
    return (isOpen ? 1 : 0) + (other.unproven ?? 0);
  });
  return others.reduce((sum, each) => sum + each, 1 + (op.unproven ?? 0));
}

/** A message that may or may not have gone out: only a person can find out. */
export function isFateUnknown(op: Op): boolean {
  return (
    isKind(op, 'notification.send') &&
    op.state === 'needsConfirm' &&
    (isLastUnproven(op) || (op.unproven ?? 0) > 0)
  );
}

/** Whether the last sending may or may not have arrived; ops of an older version have no `fate`. */
function isLastUnproven({ state, fate, failure }: MessageOp): boolean {
  const wasNotSent =
    failure?.kind === 'expired' || failure?.kind === 'recipientsGone';
  return fate !== undefined || (state === 'needsConfirm' && !wasNotSent);
}

/**
 * The same message once a person wants it sent: the history is read anew before.
 * Under the same idempotency key a server that took the lost request answers as
 * it did then; a request that differs, or was refused, needs another key.
 * @param expiresAt epoch ms. @param recipients when not all are still there.
 */
export function sentAfterAll(
  op: MessageOp,
  expiresAt: number,
  recipients?: readonly number[],
): Changes {
  const left = recipients && {
    recipients: [...recipients],
    recipientCount: recipients.length,
  };
  const unproven = (op.unproven ?? 0) + (isLastUnproven(op) ? 1 : 0);
  const wasRefused = op.state === 'rejected' || op.state === 'conflict';
  const isChanged =
    op.args.recipients !== undefined &&
    recipients !== undefined &&
    !isSameSet(op.args.recipients, recipients);
  const isOther = wasRefused || (isChanged && op.attempts > 0);
  return {
    state: 'queued',
    nextAt: 0,
    args: { ...op.args, expiresAt, ...left },
    failure: undefined,
    fate: undefined,
    goneIds: undefined,
    knownIds: undefined,
    notAppliedCount: undefined,
    ...(unproven > 0 ? { unproven } : {}),
    ...(isOther ? { generation: (op.generation ?? 0) + 1 } : {}),
  };
}

function isSameSet(a: readonly number[], b: readonly number[]): boolean {
  const left = new Set(a);
  const right = new Set(b);
  return left.size === right.size && [...left].every((id) => right.has(id));
}
