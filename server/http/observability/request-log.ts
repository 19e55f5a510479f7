import type { MiddlewareHandler } from 'hono';

/** The log has at least the newest of this many requests. */
const MAX_ENTRIES = 5_000;

/** One answered request. Never a body, a token or a query. */
interface LoggedRequest {
  at: string;
  method: string;
  path: string;
  status: number;
  idempotencyKey: string | null;
  durationMs: number;
}

export interface RequestLog {
  entries: () => LoggedRequest[];
  add: (entry: LoggedRequest) => void;
  /** The entries, which are forgotten. */
  take: () => LoggedRequest[];
}

/** A list in memory, for tests that count what reached the server. */
export function createRequestLog(): RequestLog {
  let entries: LoggedRequest[] = [];
  return {
    entries: () => [...entries],
    add: (entry) => {
      entries.push(entry);
      // Halved now and then: shifting one by one would cost on each request.
      if (entries.length > 2 * MAX_ENTRIES)
        entries = entries.slice(-MAX_ENTRIES);
    },
    take: () => {
      const taken = entries;
      entries = [];
      return taken;
    },
  };
}

/** Writes each request into the server's log once it is answered. */
export function logRequests(log: RequestLog): MiddlewareHandler {
  return async (c, next) => {
    const startedAt = performance.now();
    const at = new Date().toISOString();
    await next();
    log.add({
      at,
      method: c.req.method,
      path: c.req.path,
      status: c.res.status,
      idempotencyKey: c.req.header('Idempotency-Key') ?? null,
      durationMs: Math.round(performance.now() - startedAt),
    });
  };
}
