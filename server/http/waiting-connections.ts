import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { BlockList, Socket } from 'node:net';

import { isListed, networkOf, plain } from './callers/client-address';

/**
 * Connections of one line to the internet that wait for a request: new ones, those
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
  const waiting = new Map<string, Set<Socket>>();
  const networks = new WeakMap<Socket, string>();

  server.on('connection', (socket: Socket) => {
    const address = plain(socket.remoteAddress ?? 'unknown');
    if (trustedProxies && isListed(trustedProxies, address)) return;
    const network = networkOf(address);
    if ((waiting.get(network)?.size ?? 0) >= limit) {
      socket.end(REFUSAL, () => socket.destroy());
      return;
    }
    networks.set(socket, network);
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
    const network = networks.get(socket);
    if (network === undefined) return;
    const sockets = waiting.get(network) ?? new Set();
    waiting.set(network, sockets.add(socket));
  }

  function leave(socket: Socket): void {
    const network = networks.get(socket) ?? '';
    const sockets = waiting.get(network);
    sockets?.delete(socket);
    if (sockets?.size === 0) waiting.delete(network);
  }
}
