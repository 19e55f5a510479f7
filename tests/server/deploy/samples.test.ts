import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

import { BODY_LIMITS } from '../../../server/http/requests/body-limits';
import { openPglite } from '../support/pglite-image';
import { startServer } from '../support/server';

const API = 'https://api.example.org';

function readSample(name: string): Promise<string> {
  const url = new URL(`../../../deploy/${name}`, import.meta.url);
  return readFile(fileURLToPath(url), 'utf8');
}

it('the sample for static hosting keeps a browser as careful as our server does', async () => {
  const server = startServer(await openPglite(), { allowedHosts: [API] });
  const { headers } = await server.ask('/health/live');
  const text = await readSample('static-nginx.conf');
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

/** Caddy counts MB in thousands, nginx counts m in 1,024. */
const BYTES_OF: Record<string, number> = { MB: 1_000 ** 2, m: 1_024 ** 2 };

it.each([
  ['Caddyfile', /max_size (\d+)(\w+)/],
  ['nginx.conf', /client_max_body_size (\d+)(\w+);/],
])('%s lets through what the server takes', async (name, pattern) => {
  const [, count, unit = ''] = pattern.exec(await readSample(name)) ?? [];
  const bytes = Number(count) * (BYTES_OF[unit] ?? Number.NaN);
  // What is only a little larger is refused by the server, in its own words.
  expect(bytes).toBeGreaterThan(BODY_LIMITS.multipartBytes + 100_000);
});

it.each(['alerts.yml', 'grafana-board.json'])(
  '%s names figures that the server has',
  async (name) => {
    const token = 'of-the-figures';
    // As of PostgreSQL, which has connections.
    const connections = () => ({ total: 1, idle: 1, waiting: 0 });
    const server = startServer(
      { ...(await openPglite()), connections },
      { metrics: { token, dataDir: '.' } },
    );
    const headers = { Authorization: `Bearer ${token}` };
    const text = await (await server.ask('/metrics', { headers })).text();
    const known = new Set(text.match(/(?<=^# HELP )\S+/gm));
    // Prometheus's own says whether a server answers.
    known.add('up');
    const sample = await readSample(name);
    const named = sample.match(
      /\b(?:up|\w+_(?:total|seconds|bytes|connections|streams|info)|sign_ins)(?=_bucket|[{ [)"\n])/g,
    );
    expect(named?.length).toBeGreaterThan(9);
    expect([...new Set(named)].filter((each) => !known.has(each))).toEqual([]);
  },
);
