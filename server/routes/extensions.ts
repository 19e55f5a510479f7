import { requireExtensions } from '../http/extensions';
import { createRoutes } from '../http/routes';
import { sendJson } from '../http/send-json';
import { Extensions } from '../schemas/extensions';

const EXTENSIONS = { triage: { version: 1 }, places: { version: 1 } };

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
    return sendJson(c, EXTENSIONS);
  },
);
