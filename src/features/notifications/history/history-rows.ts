import type { Notification } from '@/domain/notification';
import type { Op, OpOf } from '@/domain/outbox/op';
import { isKind, isOpen } from '@/domain/outbox/op';

/** One line of the history: sent, or still an op of the outbox. */
export interface HistoryRow {
  key: string;
  title: string;
  message: string;
  senderAccount?: string | undefined;
  senderNgoName?: string | undefined;
  /** Number of recipients; undefined: sent to all, before they were counted. */
  sentTo?: number | undefined;
  /** Epoch ms; absent: unspecified. */
  at?: number | undefined;
  /** The op of a notification that is unsent, or whose outcome is unknown. */
  op?: OpOf<'notification.send'> | undefined;
}

/**
 * A sent notification. Servers of the older kind date those to all at the year 1:
 * nothing before 1970 is a date (docs/api-contract.md 4.6).
 */
export function historyRow(row: Notification): HistoryRow {
  const { id, title, body, senderAccount, senderNgoName, insertedAt } = row;
  return {
    key: String(id),
    title,
    message: body,
    sentTo: row.sentObserverIds.length,
    senderAccount,
    senderNgoName,
    at: (insertedAt ?? -1) >= 0 ? insertedAt : undefined,
  };
}

/** The notifications that this device still has to send, newest first. */
export function unsentRows(ops: readonly Op[]): HistoryRow[] {
  return ops.flatMap((op) =>
    isKind(op, 'notification.send') && isOpen(op.state)
      ? [
          {
            key: op.opId,
            title: op.args.title,
            message: op.args.message,
            at: op.createdAt,
            op,
            sentTo: op.args.recipients?.length,
          },
        ]
      : [],
  );
}
