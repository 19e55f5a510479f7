import { Hono } from 'hono';

import type { ServerEnv } from '../server';

/**
 * The requests that this server got and the messages that it sent to phones,
 * for end-to-end tests that count effects. Mounted only when the start asks for
 * it (`ServerOptions.testLog`).
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
