import type { MiddlewareHandler } from 'hono';

import { isDatabaseAway } from '../../db/database-away';
import type { Server, ServerEnv } from '../../server';
import { isClash } from '../problems/database-problem';
import {
  bodyHashOf,
  claimKey,
  keepRefusal,
  keepReply,
  replay,
  requestKeyOf,
} from './idempotency';

/** Methods of requests that change something. */
export const WRITES = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * Makes every write of a signed-in user one transaction: an answer of 400 or
 * above leaves nothing behind. With an Idempotency-Key the reply is stored in
 * that same transaction, so that effect and reply exist together or not at all,
 * also when the process dies in between. A second request with the key waits at
 * the key's row until the first has ended, then gets its reply.
 *
 * What reaches the world outside, such as a message to phones, is done by
 * `afterCommit`: never when the effect could still be undone, never twice. Its
 * reply replaces the provisional one, which stays if the process dies first.
 */
export function oneTransaction(server: Server): MiddlewareHandler<ServerEnv> {
  return async (c, next) => {
    const { user } = c.var;
    if (!user || !WRITES.has(c.req.method)) return next();

    // The whole body first: a slow upload must not hold the database.
    const bodyHash =
      c.var.upload?.bodyHash ??
      (await bodyHashOf(c, new Uint8Array(await c.req.arrayBuffer())));
    const request = server.quirks.noIdempotency
      ? undefined
      : requestKeyOf(c, user, bodyHash);

    await c.var.operation?.prepare?.(c);

    const undone = new Error('The answer is a refusal.');
    let stored: Response | undefined;
    try {
      await server.db.transaction(async (tx) => {
        if (request) {
          const earlier = await claimKey(tx, request, server.now());
          if (earlier) {
            stored = replay(earlier, request);
            return;
          }
        }
        c.set('db', tx);
        await next();
        if (c.res.status >= 400) throw undone;
        if (request) await keepReply(tx, request, c.res);
      });
    } catch (thrown) {
      if (thrown !== undone) throw thrown;
      // A refusal is as final as an effect, so it is stored under the key, too.
      if (request && isFinal(c.res.status) && !isClash(c.error)) {
        await keepRefusal(server.db, request, c.res, server.now());
      }
      return undefined;
    } finally {
      c.set('db', server.db);
      server.lists.forget();
      // Staff write seldom, and it may have ended somebody's session.
      if (user.kind === 'admin') server.sessions.forget();
    }
    if (stored) return stored;
    const final = await c.var.afterCommit?.();
    if (!final) return undefined;
    if (request) {
      // The effect exists: an answer of 503 now would say that it does not.
      await keepReply(server.db, request, final).catch((error: unknown) => {
        if (!isDatabaseAway(error)) throw error;
      });
    }
    c.res = final;
    return undefined;
  };
}

/** Signing in again, waiting or trying again may change these. */
function isFinal(status: number): boolean {
  return status < 500 && ![401, 403, 408, 429].includes(status);
}
