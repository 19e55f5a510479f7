import { expect, it } from 'vitest';

import { createClockWatch } from '@/workers/session/clock';

import { createLocks } from '../../support/locks';
import { createModelServer } from '../../support/model-server';
import { createDatabases } from '../../support/tab';
import { prepareTabs } from '../../support/tabs';
import { until } from '../../support/until';

const { open } = prepareTabs();

it('tells of a new difference, not of the seconds that a reply takes', () => {
  const kept: number[] = [];
  const watch = createClockWatch(
    () => 1_000_000,
    (offset) => kept.push(offset),
  );
  for (const seconds of [0, 20, -20, 45, 60, -3600]) {
    watch(1_000_000 + seconds * 1000);
  }
  expect(kept).toEqual([0, 45_000, -3_600_000]);
});

it('is taken from the Date of any reply, where the server lets it be read', async () => {
  const server = createModelServer();
  server.fault = () => ({
    status: 200,
    body: '[]',
    headers: { Date: new Date(Date.now() + 3_600_000).toUTCString() },
  });
  const tab = open(server, createDatabases(), createLocks());
  await tab.session.call('pullCounties', []);
  await until(async () => {
    const row = await tab.databases.cache.meta.get('clockOffset');
    expect(row?.v).toBeGreaterThan(3_500_000);
  });
});
