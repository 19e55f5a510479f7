import type { Server, ServerOptions } from 'node:http';

import { createAdaptorServer } from '@hono/node-server';

import {
  REST_LIMITS,
  takeRefusedBodies,
  type RestLimits,
} from './refused-bodies';

type Limits = Pick<
  ServerOptions,
  | 'requestTimeout'
  | 'headersTimeout'
  | 'keepAliveTimeout'
  | 'connectionsCheckingInterval'
>;

/** How long a connection may take for what it sends, in milliseconds. */
export const CONNECTION_LIMITS = {
  /**
   * A whole request with its body. A phone sends 30 MiB within it at 0.15
   * Mbit/s; Node's own 5 minutes would cut off every film of a slow network.
   */
  requestTimeout: 30 * 60_000,
  /** Headers are small: who takes longer only holds a connection. */
  headersTimeout: 30_000,
  /**
   * Longer than the 60 s of most load balancers: the side that closes an idle
   * connection first cuts off the request that is just being sent on it.
   */
  keepAliveTimeout: 65_000,
} satisfies Limits;

type Fetch = Parameters<typeof createAdaptorServer>[0]['fetch'];

/** A server that answers with `fetch` and does not listen yet. */
export function createHttpServer(
  fetch: Fetch,
  limits: Limits = CONNECTION_LIMITS,
  rest: Partial<RestLimits> = {},
): Server {
  const server = createAdaptorServer({
    fetch,
    serverOptions: limits,
    // It would end the connection half a second after the answer.
    autoCleanupIncoming: false,
  });
  if (!('closeIdleConnections' in server)) throw new Error('Not HTTP/1.');
  takeRefusedBodies(server, { ...REST_LIMITS, ...rest });
  return server;
}
