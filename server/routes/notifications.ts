import type * as v from 'valibot';

import { tellAudit } from '../http/audit';
import type { Admin } from '../http/callers/users';
import { CrashingError, invalid } from '../http/problems/problem';
import { sendJson } from '../http/replies/send-json';
import { paging, pagingOf, toPage } from '../http/requests/paging';
import { createRoutes } from '../http/routes';
import type { PushMessage } from '../push/push-service';
import {
  findRecipients,
  findRegistered,
  listNotifications,
  type Recipient,
} from '../queries/notifications';
import { shuffle } from '../quirks/shuffle';
import {
  NewBroadcast,
  NewNotification,
  NotificationPage,
  Registration,
} from '../schemas/notifications';
import { Count } from '../schemas/reply';
import type { RequestContext } from '../server';
import { registerDevice } from '../services/devices';
import { storeNotification } from '../services/notifications';

/** Messages to phones, and what was sent (docs/api-contract.md 4.6). */
export const notificationRoutes = createRoutes('notifications');

notificationRoutes.on(
  'post',
  '/api/v1/notification/send',
  {
    summary: 'To chosen observers',
    role: 'organizer',
    audit: 'notification',
    body: NewNotification,
    status: 202,
    reply: Count,
  },
  async (c, { user, body }) => {
    const { recipients: ids, ...sent } = await body();
    const message = toMessage(sent);
    const { db, server } = c.var;
    const recipients = await findRecipients(db, ids, message.channel);
    if (
      server.quirks.strictRecipients &&
      recipients.length < (ids.length || 1)
    ) {
      // The original server stores each id as it came, and its table refuses
      // some.
      throw new CrashingError('Recipients not stored.', 'strictRecipients');
    }
    if (ids.length === 0) {
      throw invalid('Recipients', 'The Recipients field is required.');
    }
    return send(c, user, message, recipients);
  },
);

notificationRoutes.on(
  'post',
  '/api/v1/notification/send/all',
  {
    summary: 'To every registered phone',
    role: 'organizer',
    audit: 'notification',
    body: NewBroadcast,
    status: 202,
    reply: Count,
  },
  async (c, { user, body }) => {
    const message = toMessage(await body());
    const recipients = await findRegistered(c.var.db, message.channel);
    return send(c, user, message, recipients);
  },
);

notificationRoutes.on(
  'get',
  '/api/v1/notification/get/all',
  {
    summary: 'What was sent, newest first',
    role: 'organizer',
    query: paging,
    reply: NotificationPage,
  },
  async (c, { query }) => {
    const { db, server } = c.var;
    const page = pagingOf(query());
    const { rows, total } = await listNotifications(db, page);
    const data = server.quirks.shuffledLists ? shuffle(rows) : rows;
    return sendJson(c, toPage(data, total, page));
  },
);

notificationRoutes.on(
  'post',
  '/api/v1/notification/register',
  {
    summary: 'Register a phone',
    role: 'observer',
    audit: { none: 'It is of a phone' },
    body: Registration,
    status: 202,
  },
  async (c, { user, body }) => {
    const { db, server } = c.var;
    const { observerId = user.observerId, ...device } = await body();
    if (observerId !== user.observerId) {
      throw invalid('ObserverId', 'A phone registers its own observer.');
    }
    const { channelName, token: fcmToken } = device;
    await registerDevice(
      db,
      observerId,
      { channelName, fcmToken },
      server.now(),
    );
    return c.body(null, 202);
  },
);

function toMessage(
  sent: Pick<
    v.InferOutput<typeof NewBroadcast>,
    'channel' | 'title' | 'message'
  >,
): PushMessage {
  return { channel: sent.channel, title: sent.title, body: sent.message };
}

/**
 * Stores the notification and commits, then sends it: a repeated request finds
 * its stored reply, so phones do not buzz twice. Answers how many messages the
 * push service took.
 */
async function send(
  c: RequestContext,
  admin: Admin,
  message: PushMessage,
  recipients: Recipient[],
): Promise<Response> {
  const { db, server } = c.var;
  const tokens = recipients.flatMap(({ token }) => token ?? []);
  if (failsNow(c)) {
    await server.push.send(message, tokens);
    throw new CrashingError('The history was not stored.', 'pushFailsEvery');
  }
  const { channel, title, body } = message;
  const stored = { senderId: admin.adminId, channel, title, body };
  await storeNotification(db, stored, recipients, server.now());
  tellAudit(c, { after: { ...message, recipients: recipients.length } });
  c.set('afterCommit', async () =>
    c.json(await server.push.send(message, tokens), 202),
  );
  return c.json(0, 202);
}

/** Whether this request is to fail after it reached the phones (F11). */
function failsNow(c: RequestContext): boolean {
  const { server } = c.var;
  const every = server.quirks.pushFailsEvery;
  server.sendings += 1;
  return every > 0 && server.sendings % every === 0;
}
