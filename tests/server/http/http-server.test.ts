import { once } from 'node:events';
import { connect } from 'node:net';

import { expect, it, onTestFinished, vi } from 'vitest';

import {
  CONNECTION_LIMITS,
  createHttpServer,
} from '../../../server/http/http-server';
import { BODY_LIMITS } from '../../../server/http/requests/body-limits';

/** 0.15 Mbit/s: a phone where the network is bad. */
const SLOWEST_BYTES_PER_SECOND = 150_000 / 8;
const PIECES = 8;
const PIECE_EVERY_MS = 60;

/** Minutes of a slow network in a second: the same order of limits. */
const LIMITS = {
  headersTimeout: 100,
  connectionsCheckingInterval: 20,
  keepAliveTimeout: 1_000,
};

/** Sends a body in pieces, and gives the first line of the reply. */
async function trickle(requestTimeout: number): Promise<string> {
  const server = createHttpServer(
    async (request) => new Response((await request.text()).toUpperCase()),
    { ...LIMITS, requestTimeout },
  );
  onTestFinished(() => server.closeAllConnections());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('No port.');
  const socket = connect(address.port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let reply = '';
  socket.on('data', (bytes) => (reply += String(bytes)));
  socket.on('error', () => {});
  socket.write(
    `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${PIECES}\r\n\r\n`,
  );
  let sent = 0;
  const timer = setInterval(() => {
    if (sent === PIECES || socket.destroyed) clearInterval(timer);
    else if ((sent += 1)) socket.write('a');
  }, PIECE_EVERY_MS);
  await vi.waitUntil(() => reply !== '', { timeout: 10_000 });
  server.close();
  return reply.split('\r\n')[0] ?? '';
}

it('takes a body that arrives long after its headers', async () => {
  const whole = 20 * PIECES * PIECE_EVERY_MS;
  expect(await trickle(whole)).toBe('HTTP/1.1 200 OK');
});

it('ends a request that takes too long as a whole', async () => {
  const half = (PIECES * PIECE_EVERY_MS) / 2;
  expect(await trickle(half)).toBe('HTTP/1.1 408 Request Timeout');
});

it('has time for the largest body on a slow network, and little for headers', () => {
  const needed =
    (BODY_LIMITS.multipartBytes / SLOWEST_BYTES_PER_SECOND) * 1_000;
  const server = createHttpServer(() => new Response());
  expect(server.requestTimeout).toBeGreaterThan(needed);
  expect(server.headersTimeout).toBeLessThanOrEqual(30_000);
  expect(server.keepAliveTimeout).toBe(CONNECTION_LIMITS.keepAliveTimeout);
});
