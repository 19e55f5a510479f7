import type { MiddlewareHandler } from 'hono';

import type { ServerEnv } from '../../server';
import { diskFull } from '../problems/database-problem';
import { WRITES } from './one-transaction';

/**
 * Answers 503 to changes while the disk has no room for them, before a byte of theirs is
 * read: reads go on, and PostgreSQL never finds its own disk full.
 */
export const refuseWhenFull: MiddlewareHandler<ServerEnv> = async (c, next) => {
  const { disk } = c.var.server;
  if (WRITES.has(c.req.method) && (await disk.isReserved())) throw diskFull();
  await next();
};
