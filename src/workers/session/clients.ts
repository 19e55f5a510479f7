import type { Origin } from '@/api/api-fetch';
import type { Client } from '@/api/client';
import { createClient } from '@/api/client';
import type { Freshness } from '@/api/freshness';
import { createFreshness } from '@/api/freshness';
import type { Config } from '@/config';
import { PROBE_TIMEOUT_MS, REQUESTS_AT_ONCE } from '@/config';
import type { CacheMetaRow } from '@/db/cache';
import type { Databases } from '@/db/open';
import type { Reply } from '@/domain/outbox/outcome';

import { createClockWatch } from './clock';
import type { Connection } from './connection';
import { createConnection } from './connection';
import { createGate } from './gate';
import type { Silence } from './silence';
import { createSilence } from './silence';

export interface ClientOptions {
  databases: Databases;
  config: Config;
  token: string;
  /** Called once when the server answers 401. */
  onLocked: () => void;
  /** Called each time that the server wants a second factor of the account first. */
  onSecondFactorMissing?: (() => void) | undefined;
  /** Called when the engine cannot go on: a database closed, a bug. */
  onError: (error: unknown) => void;
}

/** What the clients need of the browser. */
export interface ClientSurroundings {
  fetch: typeof globalThis.fetch;
  /** Epoch ms. */
  now: () => number;
}

/** The ways to the server of one session. */
export interface Clients {
  urgent: Client;
  background: Client;
  push: Client;
  /** Asks whether the server answers; queues behind nothing and gives up early. */
  probe: Client;
  /** For what is no request with one reply: a stream of events. */
  origin: Origin;
  connection: Connection;
  silence: Silence;
  freshness: Freshness;
}

/**
 * Opens the ways to the server. @param ending ends the session: aborted by a 401 on
 * any of them, and once it is, nothing leaves any more.
 */
export function createClients(
  options: ClientOptions,
  { fetch: probeServer, now }: ClientSurroundings,
  ending: AbortController,
): Clients {
  const { databases, config, token, onLocked, onError } = options;
  const note = (row: CacheMetaRow) => {
    databases.cache.meta.put(row).catch((error: unknown) => {
      if (!ending.signal.aborted) onError(error);
    });
  };
  const connection = createConnection(now, (state) => {
    note({ k: 'connection', v: state });
  });
  const watchClock = createClockWatch(now, (offset) => {
    note({ k: 'clockOffset', v: offset });
  });
  const silence = createSilence();
  const freshness = createFreshness();
  recallConfirmed(databases, freshness).catch((error: unknown) => {
    if (!ending.signal.aborted) onError(error);
  });
  const gate = createGate(REQUESTS_AT_ONCE);
  const common = {
    host: config.apiHost,
    token,
    fetch: (...args: Parameters<typeof probeServer>) =>
      ending.signal.aborted
        ? Promise.reject(new Error('The session is over'))
        : probeServer(...args),
    freshness,
    takesIdempotencyKeys: config.apiHost === '' || config.idempotencyKeys,
    onRequest: () => ({ onBytes: silence.hear, onEnd: silence.begin() }),
    onReply(reply: Reply<unknown>) {
      if (ending.signal.aborted) return;
      connection.heard(reply);
      if (reply.ok && reply.serverTime !== undefined)
        watchClock(reply.serverTime);
      if (reply.ok) return;
      const { kind } = reply.failure;
      if (kind === 'secondFactorMissing') options.onSecondFactorMissing?.();
      if (kind !== 'unauthorized') return;
      onLocked();
      ending.abort();
    },
  };
  return {
    connection,
    silence,
    freshness,
    origin: common,
    urgent: createClient({ ...common, gate: gate.urgent }),
    background: createClient({ ...common, gate: gate.background }),
    push: createClient(common),
    probe: createClient({ ...common, replyTimeoutMs: PROBE_TIMEOUT_MS }),
  };
}

/** A cache on the way may have kept what the server said before the last change. */
async function recallConfirmed(
  { cache }: Databases,
  freshness: Freshness,
): Promise<void> {
  const row = await cache.meta.get('confirmedAt');
  if (row?.k === 'confirmedAt') freshness.remember(row.v);
}
