import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

import { openPglite } from '../support/pglite-image';
import { startServer } from '../support/server';

const API = 'https://api.example.org';
const sample = fileURLToPath(
  new URL('../../../deploy/static-nginx.conf', import.meta.url),
);

it('the sample for static hosting keeps a browser as careful as our server does', async () => {
  const server = startServer(await openPglite(), { allowedHosts: [API] });
  const { headers } = await server.ask('/health/live');
  const text = await readFile(sample, 'utf8');
  for (const name of [
    'Content-Security-Policy',
    'X-Content-Type-Options',
    'Referrer-Policy',
    'Permissions-Policy',
    'Cross-Origin-Opener-Policy',
    'Cross-Origin-Resource-Policy',
  ]) {
    expect(text).toContain(`add_header ${name} "${headers.get(name)}" always;`);
  }
});
