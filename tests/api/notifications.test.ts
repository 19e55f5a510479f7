import { describe, expect, it } from 'vitest';

import { getNotifications, sendNotification } from '@/api/notifications';

import { serverSaying } from './support/fake-server';

describe('sending (docs/api-contract.md 4.6)', () => {
  const mutation = { title: 'Reminder', message: 'Form C', recipientCount: 3 };
  const body = {
    channel: 'Firebase',
    from: 'Monitorizare Vot',
    title: 'Reminder',
    message: 'Form C',
  };

  it.each([
    ['chosen observers, each once', [41, 42, 41], [41, 42], 'send'],
    ['an empty choice, which is not everybody', [], [], 'send'],
    ['everybody', undefined, undefined, 'send/all'],
  ])('to %s', async (_name, recipients, sentTo, path) => {
    const { client, sent } = serverSaying('2', { status: 202 });
    const reply = await sendNotification(client, {
      ...mutation,
      ...(recipients ? { recipients } : {}),
    });
    expect(reply).toEqual({ ok: true, status: 202, value: 2 });
    expect(sent.map(({ method, url }) => [method, url])).toEqual([
      ['POST', `http://server.test/api/v1/notification/${path}`],
    ]);
    expect(JSON.parse(sent[0]?.body ?? '')).toEqual({
      ...body,
      ...(sentTo ? { recipients: sentTo } : {}),
    });
  });
});

it('the history with and without a date (docs/api-contract.md 4.6)', async () => {
  const { client, sent } = serverSaying(`{ "data": [
    { "id": 9, "title": "Reminder", "channel": "Firebase", "body": "Please submit form C.",
      "insertedAt": "2023-10-15T10:00:00Z", "senderId": 7, "senderIdNgo": 2, "senderNgoName": "Free Vote Association",
      "senderAccount": "ana.pop@example.org", "sentObserverIds": [41, 42, 57] },
    { "id": 8, "title": "All", "channel": "Firebase", "body": "b", "insertedAt": "0001-01-01T00:00:00",
      "senderNgoName": null, "senderAccount": null, "sentObserverIds": null } ],
    "totalItems": 2, "totalPages": 1, "page": 1, "pageSize": 100 }`);
  const reply = await getNotifications(client, { page: 1, pageSize: 100 });
  expect(reply.ok && reply.value?.data).toEqual([
    {
      id: 9,
      title: 'Reminder',
      channel: 'Firebase',
      body: 'Please submit form C.',
      insertedAt: Date.UTC(2023, 9, 15, 10),
      senderNgoName: 'Free Vote Association',
      senderAccount: 'ana.pop@example.org',
      sentObserverIds: [41, 42, 57],
    },
    {
      id: 8,
      title: 'All',
      channel: 'Firebase',
      body: 'b',
      sentObserverIds: [],
    },
  ]);
  expect(sent[0]?.url).toBe(
    'http://server.test/api/v1/notification/get/all?page=1&pageSize=100',
  );
});
