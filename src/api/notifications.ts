import * as v from 'valibot';

import type { Notification, NotificationInput } from '@/domain/notification';
import type { Reply } from '@/domain/outbox/outcome';

import type { Client } from './client';
import type { Page } from './wire';
import { id, maybeDate, page } from './wire';

/**
 * Channel and sender of every notification (docs/specification.md 3,
 * docs/api-contract.md 6.11).
 */
const CHANNEL = 'Firebase';
const SENDER = 'Monitorizare Vot';

const notification = v.pipe(
  v.object({
    id,
    title: v.fallback(v.string(), ''),
    body: v.fallback(v.string(), ''),
    channel: v.fallback(v.string(), ''),
    senderAccount: v.nullish(v.string()),
    senderNgoName: v.nullish(v.string()),
    sentObserverIds: v.fallback(v.array(v.number()), []),
    insertedAt: maybeDate,
  }),
  v.transform((wire): Notification => ({
    ...wire,
    senderAccount: wire.senderAccount ?? undefined,
    senderNgoName: wire.senderNgoName ?? undefined,
  })),
);

/**
 * GET /api/v1/notification/get/all (docs/api-contract.md 4.6): one page, in no
 * order.
 */
export function getNotifications(
  client: Client,
  {
    etag,
    ...query
  }: { page: number; pageSize: number; etag?: string | undefined },
): Promise<Reply<Page<Notification> | undefined>> {
  return client.get({
    path: '/api/v1/notification/get/all',
    query,
    etag,
    schema: page(notification),
  });
}

/**
 * POST /api/v1/notification/send, or /send/all without recipients
 * (docs/api-contract.md 4.6). Recipients are sent once each: a server fails on
 * duplicates. Answers how many messages the push service took.
 */
export function sendNotification(
  client: Client,
  { title, message, recipients }: NotificationInput,
  idempotencyKey?: string,
): Promise<Reply<number | undefined>> {
  const common = { channel: CHANNEL, from: SENDER, title, message };
  return client.send({
    method: 'POST',
    path: `/api/v1/notification/send${recipients ? '' : '/all'}`,
    body: recipients
      ? { ...common, recipients: [...new Set(recipients)] }
      : common,
    schema: v.optional(v.number()),
    idempotencyKey,
  });
}
