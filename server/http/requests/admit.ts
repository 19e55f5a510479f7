import type { MiddlewareHandler } from 'hono';
import { TrieRouter } from 'hono/router/trie-router';

import type { ServerEnv } from '../../server';
import { requireRole } from '../callers/roles';
import { ProblemError } from '../problems/problem';
import type { Described } from '../routes';

/**
 * Refuses by the headers alone what a route would refuse later: an address that is
 * none, and a caller who is not of its role. No byte of the body is read by then.
 * @param operations of all routes below `/api`.
 */
export function admit(
  operations: readonly Described[],
): MiddlewareHandler<ServerEnv> {
  const router = new TrieRouter<Described>();
  for (const operation of operations) {
    const path = operation.path.replace(/\{(\w+)\}/g, ':$1');
    router.add(operation.method.toUpperCase(), path, operation);
  }
  return async (c, next) => {
    const method = c.req.method === 'HEAD' ? 'GET' : c.req.method;
    const operation = router.match(method, c.req.path)[0][0]?.[0];
    if (!operation) {
      throw new ProblemError(404, 'There is nothing at this address.');
    }
    requireRole(c, operation.role);
    c.set('operation', operation);
    await next();
  };
}
