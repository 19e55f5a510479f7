import { getNotifications, sendNotification } from '@/api/notifications';
import { HISTORY_PAGE_SIZE } from '@/config';
import type { Notification } from '@/domain/notification';

import { commit, noteReply, putChanged } from './commit';
import type { Engine, PullResult } from './engine';
import { resultOf } from './engine';
import type { Sender } from './sender';

/** Host and device may disagree about the time of sending by so much. */
const CLOCK_SLACK_MS = 5 * 60_000;
/** Pages of the history looked through for a notification of unknown fate. */
const PAGES_SEARCHED = 20;

/** One page of the history, as the host orders it. */
export async function pullNotifications(
  engine: Engine,
  query: { page: number; pageSize: number },
): Promise<PullResult> {
  const resource = `notifications:${query.page}:${query.pageSize}`;
  const reply = await getNotifications(engine.urgent, query);
  if (reply.ok && reply.value) {
    const { data, totalItems } = reply.value;
    await commit(engine, ['notifications', 'views'], async (cache) => {
      await putChanged(cache.notifications, ({ id }) => id, data);
      await cache.views.put({
        view: resource,
        keys: data.map(({ id }) => String(id)),
        total: totalItems,
        asOf: engine.now(),
      });
    });
  }
  await noteReply(engine, resource, reply);
  return resultOf([reply]);
}

/**
 * Sends a notification (contract 4.6). Phones may have buzzed even when the
 * host says that it failed, so nothing is ever sent a second time unasked.
 */
const send: Sender<'notification.send'> = {
  send: (engine, { args }, key) => sendNotification(engine.push, args, key),

  async verify(engine, { args, sentAt = 0 }) {
    const earliest = sentAt - CLOCK_SLACK_MS;
    const isIt = (row: Notification) =>
      row.title === args.title &&
      row.body === args.message &&
      (row.insertedAt === undefined || row.insertedAt >= earliest) &&
      (!args.recipients || isSameSet(row.sentObserverIds, args.recipients));
    for (let page = 1; page <= PAGES_SEARCHED; page += 1) {
      const query = { page, pageSize: HISTORY_PAGE_SIZE };
      const reply = await getNotifications(engine.push, query);
      if (!reply.ok || !reply.value) return 'unsure';
      if (reply.value.data.some(isIt)) return 'applied';
      if (page >= reply.value.totalPages) break;
    }
    return 'notApplied';
  },

  async acknowledge(engine) {
    await pullNotifications(engine, { page: 1, pageSize: HISTORY_PAGE_SIZE });
    return undefined;
  },
};

function isSameSet(a: readonly number[], b: readonly number[]): boolean {
  const left = new Set(a);
  const right = new Set(b);
  return left.size === right.size && [...left].every((id) => right.has(id));
}

export const notificationSenders = { 'notification.send': send };
