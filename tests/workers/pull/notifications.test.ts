import { afterEach, expect, it, vi } from 'vitest';

import { REFUSED_REST_MS } from '@/config';

import { anActor } from '../../support/builders';
import { createLocks } from '../../support/locks';
import type { ModelServer } from '../../support/model-server';
import { createModelServer } from '../../support/model-server';
import { createDatabases } from '../../support/tab';
import { prepareTabs } from '../../support/tabs';

const { open } = prepareTabs();

const HISTORY = '/api/v1/notification/get/all';

afterEach(() => {
  vi.useRealTimers();
});

function tokenOf(claims: { Organizer?: boolean }): string {
  return `e30.${btoa(JSON.stringify({ sub: anActor.sub, ...claims }))}.sig`;
}

/** A server that shows the history to organizers alone. */
function aServer(): ModelServer {
  const server = createModelServer();
  server.answer = ({ path }) =>
    path === HISTORY ? { status: 403 } : undefined;
  return server;
}

const asked = ({ log }: ModelServer) =>
  log.filter(({ path }) => path === HISTORY).length;

const refused = {
  ok: false,
  failure: { kind: 'forbidden', status: 403 },
} as const;

it('is asked of the server once a day when it was refused to an account that is no organizer', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const server = aServer();
  const databases = createDatabases();
  const token = tokenOf({ Organizer: false });
  const tab = open(server, databases, createLocks(), { token });
  await vi.waitFor(async () => {
    const cursor = await databases.cache.cursors.get('notifications');
    expect(cursor?.failure).toEqual(refused.failure);
  });
  expect(await tab.session.call('pullNotifications', [])).toEqual(refused);
  expect(await tab.session.call('pullNotifications', [])).toEqual(refused);
  expect(asked(server)).toBe(1);
  vi.setSystemTime(Date.now() + REFUSED_REST_MS + 1);
  expect(await tab.session.call('pullNotifications', [])).toEqual(refused);
  expect(asked(server)).toBeGreaterThan(1);
});

it('is asked again and again of a server that refused it to an organizer', async () => {
  const server = aServer();
  const token = tokenOf({ Organizer: true });
  const tab = open(server, createDatabases(), createLocks(), { token });
  await tab.session.call('pullNotifications', []);
  const before = asked(server);
  expect(await tab.session.call('pullNotifications', [])).toEqual(refused);
  expect(asked(server)).toBeGreaterThan(before);
});

it('is read again and again where the server shows an account its own', async () => {
  const server = createModelServer();
  const token = tokenOf({ Organizer: false });
  const tab = open(server, createDatabases(), createLocks(), { token });
  await tab.session.call('pullNotifications', []);
  const before = asked(server);
  expect(await tab.session.call('pullNotifications', [])).toEqual({ ok: true });
  expect(asked(server)).toBeGreaterThan(before);
});
