import type { RequestContext } from '../server';
import { ProblemError } from './problems/problem';

/** Throws 404 on a server without extensions (docs/api-contract.md 10). */
export function requireExtensions(c: RequestContext): void {
  if (!c.var.server.quirks.noExtensions) return;
  throw new ProblemError(404, 'There is nothing at this address.');
}
