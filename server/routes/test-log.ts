import { Hono } from 'hono';

import type { HostEnv } from '../host';

/**
 * What reached this host, and what it told phones, for end-to-end tests that
 * count effects. Mounted only when the start asks for it; see
 * `HostOptions.testLog`.
 */
export const testLogRoutes = new Hono<HostEnv>();

testLogRoutes.get('/__test/pushes', (c) => {
  const { push } = c.var.host;
  const sendings = 'sendings' in push ? push.sendings() : [];
  return c.json(
    sendings.map(({ tokens, ...message }) => ({
      ...message,
      phones: tokens.length,
    })),
  );
});

testLogRoutes.get('/__test/requests', (c) =>
  c.json(c.var.host.requestLog.entries()),
);

testLogRoutes.delete('/__test/requests', (c) =>
  c.json(c.var.host.requestLog.take()),
);
