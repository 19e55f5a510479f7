import type { Db } from '../db/database';
import { notification, notificationRecipient } from '../db/schema';
import { IDS_PER_STATEMENT, type Recipient } from '../queries/notifications';

interface NewNotification {
  senderId: number;
  channel: string;
  title: string;
  body: string;
}

/** Puts a notification into the history, before it reaches any phone. */
export async function storeNotification(
  tx: Db,
  added: NewNotification,
  recipients: Recipient[],
  now: Date,
): Promise<void> {
  const [row] = await tx
    .insert(notification)
    .values({ ...added, insertedAt: now })
    .returning({ id: notification.id });
  if (!row) throw new Error('The notification was not stored.');
  for (let at = 0; at < recipients.length; at += IDS_PER_STATEMENT) {
    await tx.insert(notificationRecipient).values(
      recipients.slice(at, at + IDS_PER_STATEMENT).map(({ observerId }) => ({
        notificationId: row.id,
        observerId,
      })),
    );
  }
}
