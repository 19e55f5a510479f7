import type { MiddlewareHandler } from 'hono';
import { TrieRouter } from 'hono/router/trie-router';

import type { RequestContext, ServerEnv } from '../../server';
import { requireRole } from '../callers/roles';
import { ProblemError } from '../problems/problem';
import type { Described } from '../routes';

/**
 * Refuses by the headers alone what a route would refuse later: an address that is
 * none, a caller who is not of its role, and one who lacks the second factor that is
 * required. No byte of the body is read by then.
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
    requireSecondFactor(c, operation);
    c.set('operation', operation);
    await next();
  };
}

/**
 * Throws 403 for an account that has to set a second factor up first, but not for
 * what that takes, nor where nobody is asked who is there.
 */
function requireSecondFactor(
  c: RequestContext,
  { role, isForSetUp = false }: Described,
): void {
  const isPublic = role === 'nobody' || role === 'link';
  if (isPublic || isForSetUp || !c.var.needsSecondFactor) return;
  throw new ProblemError(
    403,
    'This server requires a second factor of staff accounts. Set yours up first.',
    { secondFactor: 'missing' },
  );
}
