import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** How long, and how much, is taken of a body after its answer (docs/operations.md 4). */
export const REST_LIMITS = {
  /** 1 MiB at 0.1 Mbit/s, as `BODY_LIMITS.jsonWithinMs`. */
  withinMs: 90_000,
  /** The largest body that a proxy in front lets through. */
  maxBytes: 32_000_000,
  checkEveryMs: 1_000,
};

export type RestLimits = typeof REST_LIMITS;

/**
 * Takes what is left of a body that was answered before it was whole, in no memory: most
 * clients read an answer once they have sent everything, and a connection that is cut off
 * before takes the sentence with it. Beyond the limits the connection ends. It counts as
 * one that waits meanwhile (`limitWaiting`), so one network holds no more of them.
 */
export function takeRefusedBodies(
  server: Server,
  { withinMs, maxBytes, checkEveryMs }: RestLimits,
): void {
  server.on('request', (request: IncomingMessage, reply: ServerResponse) => {
    reply.once('finish', () => {
      if (request.complete || request.destroyed) return;
      const { socket } = request;
      const startedAt = Date.now();
      const readBefore = socket.bytesRead;
      const timer = setInterval(() => {
        const isLate = Date.now() - startedAt >= withinMs;
        const isTooMuch = socket.bytesRead - readBefore > maxBytes;
        if (isLate || isTooMuch) socket.destroySoon();
      }, checkEveryMs).unref();
      request.once('end', () => clearInterval(timer));
      socket.once('close', () => clearInterval(timer));
      // Who read a part of it stores what comes, or stops it.
      request.removeAllListeners('data');
      request.on('data', () => {});
      request.resume();
    });
  });
}
