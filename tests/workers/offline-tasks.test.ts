import { expect, it } from 'vitest';

import { readBulkDetails } from '@/workers/offline-tasks';

import { prepareEngines } from '../support/engine';

const { open } = prepareEngines();

it('asks again soon for details in bulk while the server has not said what it offers', async () => {
  const { engine, databases, clock } = await open();
  const context = {
    engine,
    senders: {} as never,
    sharing: {} as never,
    county: undefined,
    happened: () => undefined,
    followChanges: () => undefined,
  };
  const run = () => readBulkDetails(context, () => true);
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
