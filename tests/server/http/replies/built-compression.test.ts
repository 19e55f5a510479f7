import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { createApp } from '../../../../server/app';
import { loadStaticFiles } from '../../../../server/http/replies/static-files';
import { compressFolder } from '../../../../vite/compressed-files';
import { openPglite } from '../../support/pglite-image';
import { SECRET } from '../../support/server';

const script = `export const text = '${'vote '.repeat(500)}';`;
const settings = JSON.stringify({ texts: 'x'.repeat(2_000) });
const address = '/assets/index-Bx3f_9aZ.js';
const unpack = { br: brotliDecompressSync, gzip: gunzipSync };
const endings = { br: '.br', gzip: '.gz' };
let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vote-monitoring-built-'));
  await mkdir(join(folder, 'assets'));
  const files = {
    'index.html': '<!doctype html><title>App</title>',
    'config.json': settings,
    'icon.png': 'x'.repeat(2_000),
    'assets/index-Bx3f_9aZ.js': script,
  };
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(folder, name), content);
  }
  await compressFolder(folder);
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function serve() {
  const database = await openPglite();
  const staticFiles = await loadStaticFiles(folder);
  const app = createApp({ database, secret: SECRET, staticFiles });
  return (path: string, encoding = 'identity') =>
    app.request(path, { headers: { 'Accept-Encoding': encoding } });
}

async function bytesOf(reply: Response): Promise<Buffer> {
  return Buffer.from(await reply.arrayBuffer());
}

it('compresses long texts, and neither pictures nor settings', async () => {
  const names = await readdir(folder, { recursive: true });
  expect(names.filter((name) => /\.(br|gz)$/.test(name)).sort()).toEqual([
    'assets/index-Bx3f_9aZ.js.br',
    'assets/index-Bx3f_9aZ.js.gz',
  ]);
});

it('sends what the build compressed', async () => {
  const get = await serve();
  for (const encoding of ['br', 'gzip'] as const) {
    const built = await readFile(join(folder, address + endings[encoding]));
    const reply = await get(address, encoding);
    expect(reply.headers.get('Content-Encoding')).toBe(encoding);
    expect(reply.headers.get('Vary')).toBe('Accept-Encoding');
    expect(reply.headers.get('Content-Type')).toMatch(/^text\/javascript/);
    const sent = await bytesOf(reply);
    expect(sent.equals(built)).toBe(true);
    expect(unpack[encoding](sent).toString()).toBe(script);
  }
  expect(await (await get(address)).text()).toBe(script);
});

it('has no address for the compressed files themselves', async () => {
  const get = await serve();
  for (const ending of ['.br', '.gz']) {
    expect((await get(`${address}${ending}`)).status).toBe(404);
  }
});

it('sends a file as it is now when it was changed after the build', async () => {
  const later = `${script} // changed`;
  await writeFile(join(folder, address), later);
  await writeFile(join(folder, `${address}.gz`), 'no gzip');
  const get = await serve();
  for (const encoding of ['br', 'gzip'] as const) {
    const sent = await bytesOf(await get(address, encoding));
    expect(unpack[encoding](sent).toString()).toBe(later);
  }
  const config = await bytesOf(await get('/config.json', 'br'));
  expect(brotliDecompressSync(config).toString()).toBe(settings);
});
