import { requireExtensions } from '../http/extensions';
import { sendJson } from '../http/replies/send-json';
import { createRoutes } from '../http/routes';
import { Extensions } from '../schemas/extensions';

const EXTENSIONS = {
  bodies: { version: 1 },
  triage: { version: 1 },
  places: { version: 1 },
  accounts: { version: 1 },
  sessions: { version: 1 },
  audit: { version: 1 },
  changes: { version: 1 },
};
/** Not something to do: it says that what clients see is made up. */
const DEMO = { demo: { version: 1 } };

/** What this server offers beyond known ones (docs/api-contract.md 10.1). */
export const extensionRoutes = createRoutes('extensions');

extensionRoutes.on(
  'get',
  '/api/extensions',
  {
    summary: 'The extensions of this server',
    role: 'admin',
    reply: Extensions,
  },
  (c) => {
    requireExtensions(c);
    const { isDemo } = c.var.server;
    return sendJson(c, isDemo ? { ...EXTENSIONS, ...DEMO } : EXTENSIONS);
  },
);
