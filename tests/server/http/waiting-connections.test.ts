import { EventEmitter, once } from 'node:events';
import type { Server } from 'node:http';
import { BlockList, connect, type Socket } from 'node:net';

import { expect, it, onTestFinished, vi } from 'vitest';

import { createHttpServer } from '../../../server/http/http-server';
import { limitWaiting } from '../../../server/http/waiting-connections';
import { deferred } from '../../support/deferred';

const LIMIT = 3;
const HALF_A_REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n';
const REFUSED = 'HTTP/1.1 503 Service Unavailable';
const ANSWERED = 'HTTP/1.1 200 OK';

interface Connection {
  socket: Socket;
  /** The first line of each reply so far. */
  replies: () => string[];
}

/** A server that answers after `work`, and a way to connect to it. */
async function aServer(
  trustedProxies?: BlockList,
  work = async (): Promise<void> => {},
) {
  const server = createHttpServer(async () => {
    await work();
    return new Response('here');
  });
  limitWaiting(server, trustedProxies, LIMIT);
  server.listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('No port.');
  return async (): Promise<Connection> => {
    const socket = connect(address.port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => {});
    let text = '';
    socket.on('data', (bytes) => (text += String(bytes)));
    await once(socket, 'connect');
    return { socket, replies: () => text.match(/HTTP\/1\.1 .*/g) ?? [] };
  };
}

const ask = ({ socket }: Connection, rest = '\r\n') =>
  socket.write(HALF_A_REQUEST + rest);

const hears = (connection: Connection, line: string) =>
  vi.waitUntil(() => connection.replies().at(-1) === line);

it('a network that holds half-sent requests is refused with a sentence', async () => {
  const open = await aServer();
  const held = [await open(), await open(), await open()];
  for (const each of held) ask(each, '');
  const refused = await open();
  await hears(refused, REFUSED);
  await vi.waitUntil(() => refused.socket.destroyed);
  const [first] = held;
  first?.socket.write('\r\n');
  await vi.waitUntil(() => first?.replies().at(-1) === ANSWERED);
});

it('a network that never ends its refused bodies is refused, too', async () => {
  const open = await aServer();
  const held = [await open(), await open(), await open()];
  for (const each of held) {
    each.socket.write(
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n',
    );
    await hears(each, ANSWERED);
  }
  const refused = await open();
  await hears(refused, REFUSED);
});

it('there is room again once one of them ends', async () => {
  const open = await aServer();
  const [first] = [await open(), await open(), await open()];
  first.socket.destroy();
  await vi.waitUntil(async () => {
    const next = await open();
    ask(next);
    await vi.waitUntil(() => next.replies().length > 0);
    const [line] = next.replies();
    next.socket.destroy();
    return line === ANSWERED;
  });
});

it('connections whose request is being answered do not count', async () => {
  const held = deferred<void>();
  let asked = 0;
  const open = await aServer(undefined, () => {
    asked += 1;
    return held.promise;
  });
  const all: Connection[] = [];
  for (let at = 1; at <= 2 * LIMIT; at += 1) {
    const connection = await open();
    all.push(connection);
    ask(connection);
    await vi.waitUntil(() => asked === at);
  }
  held.resolve();
  for (const each of all) await hears(each, ANSWERED);
});

it('the connections of a trusted proxy are of everybody', async () => {
  const proxies = new BlockList();
  proxies.addAddress('127.0.0.1');
  const open = await aServer(proxies);
  const all: Connection[] = [];
  for (let at = 0; at < 2 * LIMIT; at += 1) all.push(await open());
  for (const each of all) ask(each);
  for (const each of all) await hears(each, ANSWERED);
});

it('a line of IPv6 does not get round it with other networks of its own', () => {
  const server = new EventEmitter();
  limitWaiting(server as Server, undefined, 1);
  const connectFrom = (remoteAddress: string) => {
    const end = vi.fn();
    const socket = Object.assign(new EventEmitter(), { remoteAddress, end });
    server.emit('connection', socket);
    return { isRefused: () => end.mock.calls.length > 0, socket };
  };
  const first = connectFrom('2001:db8:1:2300::1');
  expect(connectFrom('2001:db8:1:2301::1').isRefused()).toBe(false);
  expect(connectFrom('2001:db8:1:2302::1').isRefused()).toBe(true);
  expect(connectFrom('2001:db8:1:4400::1').isRefused()).toBe(false);
  first.socket.emit('close');
  expect(connectFrom('2001:db8:1:2302::1').isRefused()).toBe(false);
});
