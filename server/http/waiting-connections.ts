import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { BlockList, Socket } from 'node:net';

import { isListed, networkOf, plain, sharesOf } from './callers/client-address';
import { createTally } from './tally';

/**
 * Connections of one network (`sharesOf`) that wait for a request: new ones, those
 * between two requests, and those that have sent half of one. A browser has six.
 */
const WAITING_CONNECTIONS = 1_000;

const REFUSAL = [
  'HTTP/1.1 503 Service Unavailable',
  'Content-Type: text/plain',
  'Retry-After: 5',
  'Connection: close',
  '',
  'Too many connections of this network wait for a request.',
].join('\r\n');

/**
 * Refuses the connections of a network that has too many which send no request. Those
 * of a trusted proxy are of everybody: it has limits of its own.
 */
export function limitWaiting(
  server: Server,
  trustedProxies: BlockList | undefined,
  limit = WAITING_CONNECTIONS,
): void {
  const waiting = createTally();
  const isWaiting = new WeakSet<Socket>();
  const shares = new WeakMap<Socket, [network: string, limit: number][]>();

  server.on('connection', (socket: Socket) => {
    const address = plain(socket.remoteAddress ?? 'unknown');
    if (trustedProxies && isListed(trustedProxies, address)) return;
    const ofLine = sharesOf(networkOf(address), limit);
    if (ofLine.some(([network, most]) => waiting.count(network) >= most)) {
      socket.end(REFUSAL, () => socket.destroy());
      return;
    }
    shares.set(socket, ofLine);
    wait(socket);
    socket.once('close', () => leave(socket));
  });

  server.on('request', ({ socket }: IncomingMessage, reply: ServerResponse) => {
    leave(socket);
    reply.once('close', () => {
      if (!socket.destroyed) wait(socket);
    });
  });

  function wait(socket: Socket): void {
    if (isWaiting.has(socket)) return;
    isWaiting.add(socket);
    count(socket, 1);
  }

  function leave(socket: Socket): void {
    if (isWaiting.delete(socket)) count(socket, -1);
  }

  function count(socket: Socket, amount: 1 | -1): void {
    for (const [network] of shares.get(socket) ?? []) {
      waiting.add(network, amount);
    }
  }
}
