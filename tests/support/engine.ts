import { afterEach } from 'vitest';

import { createClient } from '@/api/client';
import { defaultConfig } from '@/config';
import type { Databases } from '@/db/open';
import type { Engine } from '@/workers/engine/engine';

import { createModelServer } from './model-server';
import { createDatabases } from './tab';

/** Makes engines whose databases are closed after each test. */
export function prepareEngines(): { open: typeof createEngine } {
  const opened: Databases[] = [];
  afterEach(() => {
    for (const { cache, intent } of opened.splice(0)) {
      cache.close();
      intent.close();
    }
  });
  return {
    async open() {
      const made = await createEngine();
      opened.push(made.databases);
      return made;
    },
  };
}

/** An engine that leads, on a server and a clock of the test's own. */
async function createEngine() {
  const databases = createDatabases();
  await databases.cache.meta.put({ k: 'leaderEpoch', v: 1 });
  const server = createModelServer();
  const clock = { now: Date.UTC(2026, 10, 22, 8) };
  const client = createClient({
    host: 'http://server.test',
    token: 'token',
    fetch: async (input, init) => {
      clock.now += 50;
      return server.fetch(input, init);
    },
  });
  const engine: Engine = {
    databases,
    config: defaultConfig,
    urgent: client,
    push: client,
    background: client,
    fetch: (...args) => server.fetch(...args),
    offers: async () => ({ ok: true, status: 200, value: [] }),
    isOrganizer: true,
    now: () => clock.now,
    serverTime: () => undefined,
    random: () => 0,
    epoch: 1,
    heardAt: () => clock.now,
    isUp: () => true,
    isStopped: () => false,
  };
  return { engine, databases, server, clock };
}
