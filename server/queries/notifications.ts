import { asc, count, desc, eq, inArray, sql } from 'drizzle-orm';

import type { Db } from '../db/database';
import {
  ngo,
  ngoAdmin,
  notification,
  notificationRecipient,
  observer,
} from '../db/schema';
import type { Paging } from '../http/requests/paging';

/** Most ids in one statement; drivers limit the parameters. */
export const IDS_PER_STATEMENT = 5_000;

/** An observer who gets a message, and the phone's token if it has one. */
export interface Recipient {
  observerId: number;
  /** Null when no phone is registered for the channel. */
  token: string | null;
}

/** The observers among `ids`, each once (docs/api-contract.md 8). */
export async function findRecipients(
  db: Db,
  ids: number[],
  channel: string,
): Promise<Recipient[]> {
  const wanted = [...new Set(ids)];
  const found: Recipient[] = [];
  for (let at = 0; at < wanted.length; at += IDS_PER_STATEMENT) {
    const some = wanted.slice(at, at + IDS_PER_STATEMENT);
    found.push(
      ...(await recipientsIn(db, channel, inArray(observer.id, some))),
    );
  }
  return found;
}

/** Every observer with a phone that is registered for the channel (4.6). */
export async function findRegistered(
  db: Db,
  channel: string,
): Promise<Recipient[]> {
  const all = await recipientsIn(db, channel, undefined);
  return all.filter(({ token }) => token !== null);
}

function recipientsIn(
  db: Db,
  channel: string,
  where: ReturnType<typeof inArray> | undefined,
) {
  const isRegistered = sql`lower(${observer.channelName}) = ${channel.toLowerCase()}`;
  return db
    .select({
      observerId: observer.id,
      token: sql<
        string | null
      >`case when ${isRegistered} then nullif(${observer.fcmToken}, '') end`,
    })
    .from(observer)
    .where(where)
    .orderBy(asc(observer.id));
}

/**
 * One page of the history, newest first, with all recipients of each message,
 * and the total (docs/api-contract.md 4.6).
 */
export async function listNotifications(db: Db, paging: Paging) {
  const recipients = sql<number[]>`coalesce((
    select json_agg(${notificationRecipient.observerId} order by ${notificationRecipient.observerId})
    from ${notificationRecipient}
    where ${notificationRecipient.notificationId} = ${notification.id}), '[]')`;
  const rows = await db
    .select({
      id: notification.id,
      title: notification.title,
      channel: notification.channel,
      body: notification.body,
      insertedAt: notification.insertedAt,
      senderId: notification.senderId,
      senderIdNgo: ngoAdmin.ngoId,
      senderNgoName: ngo.name,
      senderAccount: ngoAdmin.account,
      sentObserverIds: recipients,
    })
    .from(notification)
    .innerJoin(ngoAdmin, eq(ngoAdmin.id, notification.senderId))
    .innerJoin(ngo, eq(ngo.id, ngoAdmin.ngoId))
    .orderBy(desc(notification.id))
    .limit(paging.pageSize)
    .offset(paging.offset);
  const [total] = await db.select({ n: count() }).from(notification);
  return { rows, total: total?.n ?? 0 };
}
