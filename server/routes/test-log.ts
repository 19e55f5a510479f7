import { Hono } from 'hono';

import type { HostEnv } from '../host';

/**
 * What reached this host, for end-to-end tests that count effects. Mounted
 * only when the start asks for it; see `HostOptions.testLog`.
 */
export const testLogRoutes = new Hono<HostEnv>();

testLogRoutes.get('/__test/requests', (c) =>
  c.json(c.var.host.requestLog.entries()),
);

testLogRoutes.delete('/__test/requests', (c) => {
  c.var.host.requestLog.clear();
  return c.body(null, 204);
});
