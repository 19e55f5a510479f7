import type { Socket } from 'node:net';
import { connect, createServer } from 'node:net';

export interface LinkShape {
  /** Round trip; a new connection costs one before its first byte. */
  rttMs: number;
  /** In each direction, shared by all connections. */
  bytesPerSecond: number;
}

/** 1.6 Mbit/s with a round trip of 150 ms. */
export const SLOW_LINK: LinkShape = { rttMs: 150, bytesPerSecond: 200_000 };

/** Both directions of all connections between the browser and the server. */
export interface Link {
  origin: string;
  /** From now on the link is this slow; undefined: as fast as the machine. */
  shape(shape: LinkShape | undefined): void;
  /** Ends all connections and refuses new ones, until `restore`. */
  cut(): void;
  restore(): void;
  /** Bytes that came over the link so far, headers included. */
  bytesDown(): number;
  /** When the last byte passed, in epoch ms. */
  lastByteAt(): number;
  close(): Promise<void>;
}

/** As one TCP segment, so that connections share the link fairly. */
const PACKET_BYTES = 1460;
/** A sender waits once so much of one connection is queued. */
const QUEUE_BYTES = 128 * 1024;

/**
 * Opens a TCP proxy before a server. It shapes what the page, the workers and the
 * service worker send alike; the throttling of the developer tools reaches the
 * page alone.
 */
export async function openLink(target: string): Promise<Link> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const up = openLine();
  const down = openLine();
  let shape: LinkShape | undefined;
  let isCut = false;

  const server = createServer({ allowHalfOpen: true }, (client) => {
    if (isCut) {
      client.destroy();
      return;
    }
    const upstream = connect({
      host: hostname,
      port: Number(port),
      allowHalfOpen: true,
    });
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    const join = () => {
      up.join(client, upstream);
      down.join(upstream, client);
    };
    if (shape) setTimeout(join, shape.rttMs);
    else join();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const ownPort = typeof address === 'object' ? address?.port : undefined;
  const endAll = () => {
    for (const socket of sockets) socket.destroy();
  };

  return {
    origin: `http://127.0.0.1:${ownPort}`,
    shape(next) {
      shape = next;
      up.shape(next);
      down.shape(next);
    },
    cut() {
      isCut = true;
      endAll();
    },
    restore() {
      isCut = false;
    },
    bytesDown: down.bytes,
    lastByteAt: () => Math.max(up.lastByteAt(), down.lastByteAt()),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      endAll();
      await closed;
    },
  };
}

/** What one connection sends in one direction; an empty packet is its end. */
interface Flow {
  from: Socket;
  to: Socket;
  waiting: Buffer[];
  waitingBytes: number;
  onTheWay: Buffer[];
}

/** One direction of the link: the connections take turns, a packet each. */
function openLine() {
  const busy: Flow[] = [];
  let shape: LinkShape | undefined;
  let bytes = 0;
  let lastByteAt = 0;
  let freeAt = 0;
  let isSending = false;

  function send(): void {
    const flow = busy.shift();
    const packet = flow?.waiting.shift();
    if (!flow || !packet) {
      isSending = false;
      return;
    }
    isSending = true;
    flow.waitingBytes -= packet.length;
    if (flow.waitingBytes < QUEUE_BYTES) flow.from.resume();
    if (flow.waiting.length > 0) busy.push(flow);
    flow.onTheWay.push(packet);
    // Timers that end together may run in any order; the packets keep theirs.
    const arrive = () => {
      const next = flow.onTheWay.shift();
      if (next) deliver(flow.to, next);
    };
    if (!shape) {
      arrive();
      send();
      return;
    }
    const now = performance.now();
    const ms = (packet.length / shape.bytesPerSecond) * 1000;
    freeAt = Math.max(now, freeAt) + ms;
    setTimeout(arrive, freeAt - now + shape.rttMs / 2);
    setTimeout(send, freeAt - now);
  }

  function deliver(to: Socket, packet: Buffer): void {
    if (packet.length > 0) to.write(packet);
    else to.end();
  }

  function add(flow: Flow, packet: Buffer): void {
    if (flow.waiting.length === 0) busy.push(flow);
    flow.waiting.push(packet);
    flow.waitingBytes += packet.length;
    if (!isSending) send();
  }

  return {
    join(from: Socket, to: Socket): void {
      const flow: Flow = {
        from,
        to,
        waiting: [],
        waitingBytes: 0,
        onTheWay: [],
      };
      from.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        lastByteAt = Date.now();
        for (let at = 0; at < chunk.length; at += PACKET_BYTES) {
          add(flow, chunk.subarray(at, at + PACKET_BYTES));
        }
        if (flow.waitingBytes >= QUEUE_BYTES) from.pause();
      });
      from.on('end', () => add(flow, Buffer.alloc(0)));
    },
    shape(next: LinkShape | undefined): void {
      shape = next;
    },
    bytes: () => bytes,
    lastByteAt: () => lastByteAt,
  };
}
