import { Hono } from 'hono';

import type { Admin, HostContext, HostEnv } from '../host';
import { fieldsOf, required, type Fields } from '../http/fields';
import { pagingOf, toPage } from '../http/paging';
import { CrashingError, invalid } from '../http/problem';
import { queryOf } from '../http/query';
import { organizerOf, phoneUserOf } from '../http/roles';
import { sendJson } from '../http/send-json';
import type { PushMessage } from '../push/push-service';
import {
  findRecipients,
  findRegistered,
  listNotifications,
  type Recipient,
} from '../queries/notifications';
import { shuffle } from '../quirks/shuffle';
import { registerDevice } from '../services/devices';
import { storeNotification } from '../services/notifications';

/** Messages to phones, and what was sent (docs/api-contract.md 4.6). */
export const notificationRoutes = new Hono<HostEnv>();

notificationRoutes.post('/api/v1/notification/send', async (c) => {
  const admin = organizerOf(c);
  const body = await fieldsOf(c);
  const message = messageOf(body);
  const ids = body.integers('recipients') ?? [];
  const { db, host } = c.var;
  const recipients = await findRecipients(db, ids, message.channel);
  if (host.quirks.strictRecipients && recipients.length < (ids.length || 1)) {
    // The original stores each id as it came, and its table refuses some.
    throw new CrashingError('Recipients not stored.', 'strictRecipients');
  }
  if (ids.length === 0) {
    throw invalid('Recipients', 'The Recipients field is required.');
  }
  return send(c, admin, message, recipients);
});

notificationRoutes.post('/api/v1/notification/send/all', async (c) => {
  const admin = organizerOf(c);
  const message = messageOf(await fieldsOf(c));
  const recipients = await findRegistered(c.var.db, message.channel);
  return send(c, admin, message, recipients);
});

notificationRoutes.get('/api/v1/notification/get/all', async (c) => {
  organizerOf(c);
  const { db, host } = c.var;
  const paging = pagingOf(queryOf(c));
  const { rows, total } = await listNotifications(db, paging);
  const data = host.quirks.shuffledLists ? shuffle(rows) : rows;
  return sendJson(c, toPage(data, total, paging));
});

notificationRoutes.post('/api/v1/notification/register', async (c) => {
  const user = await phoneUserOf(c);
  const { db, host } = c.var;
  const body = await fieldsOf(c);
  const observerId = body.integer('observerId') ?? user.observerId;
  if (observerId !== user.observerId) {
    throw invalid('ObserverId', 'A phone registers its own observer.');
  }
  const device = {
    channelName: required('ChannelName', body.text('channelName')),
    fcmToken: required('Token', body.text('token')),
  };
  await registerDevice(db, observerId, device, host.now());
  return c.body(null, 202);
});

/** The four required texts; `from` is not kept (docs/api-contract.md 4.6). */
function messageOf(body: Fields): PushMessage {
  const read = (name: string) => {
    const text = required(name, body.text(name));
    // A blank message is as empty as an empty one.
    return required(name, text.trim() && text);
  };
  read('From');
  return {
    channel: read('Channel').trim(),
    title: read('Title'),
    body: read('Message'),
  };
}

/**
 * Stores the notification, then sends it once that cannot be undone any more:
 * a resent request finds its reply and phones do not buzz twice. Answers how
 * many messages the push service took.
 */
async function send(
  c: HostContext,
  admin: Admin,
  message: PushMessage,
  recipients: Recipient[],
): Promise<Response> {
  const { db, host } = c.var;
  const tokens = recipients.flatMap(({ token }) => token ?? []);
  if (failsNow(c)) {
    await host.push.send(message, tokens);
    throw new CrashingError('The history was not stored.', 'pushFailsEvery');
  }
  const { channel, title, body } = message;
  const stored = { senderId: admin.adminId, channel, title, body };
  await storeNotification(db, stored, recipients, host.now());
  c.set('afterCommit', async () =>
    c.json(await host.push.send(message, tokens), 202),
  );
  return c.json(0, 202);
}

/** Phones first and then a failure: the habit that F11 speaks of. */
function failsNow(c: HostContext): boolean {
  const { host } = c.var;
  const every = host.quirks.pushFailsEvery;
  host.sendings += 1;
  return every > 0 && host.sendings % every === 0;
}
