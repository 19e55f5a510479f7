import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { newPostgresDatabase } from '../support/postgres';
import { signIn, startServerProcess } from '../support/server-process';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const hasPostgres = (await newPostgresDatabase()) !== undefined;

/** Of `npm run test:faults` alone: it builds and starts whole servers. */
describe.runIf('DATABASE_STOPS' in process.env)('the built server', () => {
  let folder = '';

  /** Three names in an empty folder: `npm run build` and `build:server` make two. */
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vote-monitoring-built-'));
    const vite = join(root, 'node_modules/vite/bin/vite.js');
    const out = join(folder, 'dist-server');
    const flags = ['--config', 'vite.server.config.ts', '--outDir', out];
    await promisify(execFile)(process.execPath, [vite, 'build', ...flags], {
      cwd: root,
    });
    await cp(join(root, 'package.json'), join(folder, 'package.json'));
    await mkdir(join(folder, 'dist'));
    await writeFile(join(folder, 'dist/index.html'), '<title>The app</title>');
  }, 120_000);

  afterAll(() => rm(folder, { recursive: true, force: true }));

  const start = (args: string[], env: Record<string, string | undefined>) =>
    startServerProcess(['--port', '0', ...args], env, [], {
      cwd: folder,
      script: ['dist-server/main.js'],
    });

  it('has no packages beside it', async () => {
    expect((await readdir(folder)).sort()).toEqual([
      'dist',
      'dist-server',
      'package.json',
    ]);
  });

  it('shows the app and demo data with pictures, and makes a workbook and reads an import', async () => {
    const demo = { ADMIN_ACCOUNT: undefined, ADMIN_PASSWORD: undefined };
    const server = start(['--size', 'XS'], { ...demo, LOG: 'json' });
    const address = await server.address();
    const page = await fetch(`${address}/observers`);
    expect(await page.text()).toContain('The app');

    const session = await signIn(address, {
      user: 'organizer@demo.org',
      password: 'demo-organizer',
    });
    const workbook = await session.ask('/v2/export/all');
    expect(workbook.headers.get('Content-Type')).toContain('spreadsheetml');
    // A zip.
    expect((await workbook.text()).slice(0, 2)).toBe('PK');

    const observers = new FormData();
    observers.set('file', new File(['0799000111,1234,Ana Nou'], 'a.csv'));
    const imported = await session.ask('/v1/observer/import', {
      method: 'POST',
      body: observers,
    });
    expect(await imported.text()).toBe('1');

    const threads = await (
      await session.ask('/v1/answers?pageSize=100')
    ).json();
    let link: string | undefined;
    for (const { observerId, pollingStationId } of threads.data) {
      const query = `observerId=${observerId}&pollingStationId=${pollingStationId}`;
      const notes = await (await session.ask(`/v2/note?${query}`)).json();
      link ??= notes.flatMap(
        ({ attachmentsPaths }: { attachmentsPaths: string[] }) =>
          attachmentsPaths,
      )[0];
      if (link) break;
    }
    expect((await fetch(link ?? '')).status).toBe(200);

    expect(server.output()).toContain(
      '"method":"GET","route":"/api/v2/export/all","status":200',
    );
    server.child.kill('SIGTERM');
    expect(await server.exit).toBe(0);
  }, 120_000);

  it.skipIf(!hasPostgres)(
    'starts on an empty PostgreSQL',
    async () => {
      const server = start([], { DATABASE_URL: await newPostgresDatabase() });
      const address = await server.address();
      const session = await signIn(address);
      expect((await session.ask('/v1/observer/count')).status).toBe(200);
      expect((await fetch(`${address}/health/ready`)).status).toBe(200);
      server.child.kill('SIGTERM');
      expect(await server.exit).toBe(0);
    },
    120_000,
  );
});
