import { randomUUID } from 'node:crypto';

import type { MiddlewareHandler } from 'hono';

import type { RequestContext, ServerEnv } from '../../server';
import { idOf } from '../callers/users';
import { routeOf } from '../route-of';

/**
 * One request, once its reply has left. Nothing in it comes from the body, the
 * query or a name: `route` is a pattern, `account` a kind and an id.
 */
export interface AnsweredRequest {
  at: Date;
  id: string;
  method: string;
  route: string;
  status: number;
  /** From the first byte asked to the last byte sent. */
  ms: number;
  /** Sent, with the headers; undefined where there is no connection. */
  bytes: number | undefined;
  account: string | undefined;
}

/** Long enough to be nobody's phone number. */
const REQUEST_ID = /^[\w-]{16,64}$/;

/**
 * Gives each request an id, that of a proxy in front where it looks like one,
 * and tells `observers` of each reply. `isShown`: every reply has the id.
 */
export function observeRequests(
  observers: readonly ((request: AnsweredRequest) => void)[],
  isShown: boolean,
): MiddlewareHandler<ServerEnv> {
  return async (c, next) => {
    const sent = c.req.header('X-Request-Id') ?? '';
    const id = REQUEST_ID.test(sent) ? sent : randomUUID();
    c.set('requestId', id);
    if (observers.length === 0) return next();

    const at = new Date();
    const startedAt = performance.now();
    const socket = c.env?.incoming?.socket;
    const bytesBefore = socket?.bytesWritten ?? 0;
    await next();
    if (isShown) c.res.headers.set('X-Request-Id', id);
    const { status } = c.res;
    const tell = () => {
      const request = {
        at,
        id,
        ...routeOf(c),
        status,
        ms: Math.round(performance.now() - startedAt),
        bytes: socket && socket.bytesWritten - bytesBefore,
        account: accountOf(c),
      };
      for (const observe of observers) observe(request);
    };
    const outgoing = c.env?.outgoing;
    if (outgoing) outgoing.once('close', tell);
    else tell();
    return undefined;
  };
}

function accountOf(c: RequestContext): string | undefined {
  const { user } = c.var;
  return user && `${user.kind}:${idOf(user)}`;
}
