import { expect, it } from 'vitest';

import type { Engine } from '@/workers/engine/engine';
import { readBulkDetails } from '@/workers/offline-tasks';

import { prepareEngines } from '../support/engine';

const { open } = prepareEngines();

function contextOf(engine: Engine) {
  return {
    engine,
    senders: {} as never,
    sharing: {} as never,
    county: undefined,
    happened: () => undefined,
    followChanges: () => undefined,
  };
}

it('asks again soon for details in bulk while the server has not said what it offers', async () => {
  const { engine, databases, clock } = await open();
  const run = () => readBulkDetails(contextOf(engine), () => true);
  expect(await run()).toEqual({ ok: true, dueAt: engine.now() + 5_000 });
  await databases.cache.meta.put({ k: 'offers', v: [] });
  expect(await run()).toEqual({ ok: true });
  // Or it never says so: what was read one by one is counted all the same.
  await databases.cache.meta.bulkDelete(['offers', 'areAnswersPacked']);
  clock.now += 60_000;
  expect(await run()).toEqual({ ok: true });
  const packed = await databases.cache.meta.get('areAnswersPacked');
  expect(packed?.v).toBe(true);
});

it('pauses what is downloaded where the device has no room for packed answers', async () => {
  const { engine, databases } = await open();
  const { cache, intent } = databases;
  await cache.meta.put({ k: 'offers', v: [] });
  const pair = { observerId: 41, pollingStationId: 7 };
  const at = { hash: '', changedAt: 0, writtenAt: 0 };
  await cache.details.put({ key: '41:7', ...pair, answers: [], ...at });
  cache.answerBlocks.hook('creating', () => {
    const full = new Error('The device is full');
    full.name = 'QuotaExceededError';
    throw full;
  });
  expect(await readBulkDetails(contextOf(engine), () => true)).toEqual({
    ok: true,
  });
  expect((await intent.meta.get('offline'))?.v).toMatchObject({
    paused: 'deviceFull',
  });
});
