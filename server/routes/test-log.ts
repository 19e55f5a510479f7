import { Hono } from 'hono';

import type { ServerEnv } from '../server';

/**
 * What reached this server, and what it told phones, for end-to-end tests that
 * count effects. Mounted only when the start asks for it; see
 * `ServerOptions.testLog`.
 */
export const testLogRoutes = new Hono<ServerEnv>();

testLogRoutes.get('/__test/pushes', (c) => {
  const { push } = c.var.server;
  const sendings = 'sendings' in push ? push.sendings() : [];
  return c.json(
    sendings.map(({ tokens, ...message }) => ({
      ...message,
      phones: tokens.length,
    })),
  );
});

testLogRoutes.get('/__test/requests', (c) =>
  c.json(c.var.server.requestLog.entries()),
);

testLogRoutes.delete('/__test/requests', (c) =>
  c.json(c.var.server.requestLog.take()),
);
