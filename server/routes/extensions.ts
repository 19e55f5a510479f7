import { requireExtensions } from '../http/extensions';
import { sendJson } from '../http/replies/send-json';
import { createRoutes } from '../http/routes';
import { DEMO, EXTENSIONS, Extensions } from '../schemas/extensions';

/** What this server offers beyond known ones (docs/api-contract.md 10.1). */
export const extensionRoutes = createRoutes('extensions');

extensionRoutes.on(
  'get',
  '/api/extensions',
  {
    summary: 'The extensions of this server',
    role: 'admin',
    isForSetUp: true,
    reply: Extensions,
  },
  (c) => {
    requireExtensions(c);
    const { isDemo } = c.var.server;
    return sendJson(c, isDemo ? { ...EXTENSIONS, ...DEMO } : EXTENSIONS);
  },
);
