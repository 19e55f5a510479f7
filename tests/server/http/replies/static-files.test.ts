import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { createApp } from '../../../../server/app';
import type { OpenDatabase } from '../../../../server/db/database';
import { loadStaticFiles } from '../../../../server/http/replies/static-files';
import { openPglite } from '../../support/pglite-image';
import { SECRET } from '../../support/server';

const script = `export const text = '${'vote '.repeat(500)}';`;
let folder = '';
let database: OpenDatabase;
let app: ReturnType<typeof createApp>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vote-monitoring-dist-'));
  const files = {
    'index.html': '<!doctype html><title>App</title>',
    'sw.js': '// worker',
    'config.json': '{}',
    '.config.json.swp': 'hidden',
    '.git/config.txt': 'hidden',
    '.well-known/assetlinks.json': '[]',
    'manifest.webmanifest': '{}',
    'assets/i18n/ro.json': '{}',
    'assets/index-Bx3f_9aZ.js': script,
  };
  for (const name of ['assets/i18n', '.git', '.well-known']) {
    await mkdir(join(folder, name), { recursive: true });
  }
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(folder, name), content);
  }
  database = await openPglite();
  const staticFiles = await loadStaticFiles(folder);
  app = createApp({ database, secret: SECRET, staticFiles });
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = {}) =>
  app.request(path, { headers });

it('keeps hashed assets for a year', async () => {
  const response = await get('/assets/index-Bx3f_9aZ.js');
  expect(response.headers.get('Cache-Control')).toBe(
    'public, max-age=31536000, immutable',
  );
  expect(response.headers.get('Content-Type')).toBe(
    'text/javascript; charset=utf-8',
  );
  expect(await response.text()).toBe(script);
});

it.each([
  '/',
  '/index.html',
  '/sw.js',
  '/manifest.webmanifest',
  '/config.json',
  '/assets/i18n/ro.json',
])('lets %s be asked for each time', async (path) => {
  const response = await get(path);
  expect(response.status).toBe(200);
  expect(response.headers.get('Cache-Control')).toBe('no-cache');
  const etag = response.headers.get('ETag') ?? '';
  expect((await get(path, { 'If-None-Match': etag })).status).toBe(304);
});

it.each([
  ['/', 'text/html; charset=utf-8'],
  ['/sw.js', 'text/javascript; charset=utf-8'],
  ['/config.json', 'application/json'],
  ['/manifest.webmanifest', 'application/manifest+json'],
])('tells the type of %s', async (path, type) => {
  expect((await get(path)).headers.get('Content-Type')).toBe(type);
});

it('serves what other programs look for', async () => {
  const response = await get('/.well-known/assetlinks.json');
  expect(await response.text()).toBe('[]');
});

it('answers HEAD like GET, without a body', async () => {
  for (const path of ['/', '/answers', '/assets/index-Bx3f_9aZ.js']) {
    const response = await get(path);
    const head = await app.request(path, { method: 'HEAD' });
    expect(head.status).toBe(200);
    for (const name of ['ETag', 'Content-Type', 'Cache-Control']) {
      expect(head.headers.get(name)).toBe(response.headers.get(name));
    }
    expect(await head.text()).toBe('');
  }
  const missing = await app.request('/missing.png', { method: 'HEAD' });
  expect(missing.status).toBe(404);
});

it.each([
  '/answers',
  '/answers/details/41/7312',
  '/observatori/profil/edit/+40722',
  '/observatori/profil/edit/0712.345.678',
  '/login?next=x',
])('answers the page %s with the shell', async (path) => {
  const response = await get(path);
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
  expect(response.headers.get('Content-Security-Policy')).toContain(
    "default-src 'self'",
  );
  expect(await response.text()).toContain('<title>App</title>');
});

it.each([
  '/assets/index-old00000.js',
  '/missing.png',
  '/assets/i18n/missing.json',
  '/api/v9/x',
  '/.config.json.swp',
  '/.git/config.txt',
  '/%E0%A4%A',
  '/../package.json.map',
  '/..%2f..%2fetc/passwd.txt',
])('answers 404 to %s', async (path) => {
  expect((await get(path)).status).toBe(404);
});

it('compresses text for those who take it, each with a tag of its own', async () => {
  const path = '/assets/index-Bx3f_9aZ.js';
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync };
  const tags = new Set<string | null>();
  for (const encoding of ['br', 'gzip'] as const) {
    const response = await get(path, { 'Accept-Encoding': encoding });
    expect(response.headers.get('Content-Encoding')).toBe(encoding);
    expect(response.headers.get('Vary')).toBe('Accept-Encoding');
    const packed = Buffer.from(await response.arrayBuffer());
    expect(packed.length).toBeLessThan(script.length / 10);
    expect(unpack[encoding](packed).toString()).toBe(script);
    tags.add(response.headers.get('ETag'));
  }
  const both = await get(path, { 'Accept-Encoding': 'gzip, br;q=0' });
  expect(both.headers.get('Content-Encoding')).toBe('gzip');
  const plain = await get(path);
  expect(plain.headers.get('Content-Encoding')).toBeNull();
  expect(plain.headers.get('Vary')).toBe('Accept-Encoding');
  tags.add(plain.headers.get('ETag'));
  expect(tags.size).toBe(3);
});

it('serves no app where none was built', async () => {
  expect(await loadStaticFiles(join(folder, 'assets'))).toBeUndefined();
  expect(await loadStaticFiles(join(folder, 'nowhere'))).toBeUndefined();
  const bare = createApp({ database, secret: SECRET });
  expect((await bare.request('/')).status).toBe(404);
});
