import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import {
  chmod,
  mkdir,
  mkdtemp,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { keepPrivate, NotPrivateError } from '../../../server/db/keep-private';
import { unpackImage } from '../support/pglite-image';
import {
  signIn,
  startServerProcess,
  type ServerProcess,
} from '../support/server-process';

const OF_OTHERS = 0o077;
/** As most systems have it: everybody may read what a process makes. */
const WITH_COMMON_UMASK = ['sh', '-c', 'umask 022 && exec "$0" "$@"'];

let folder = '';
let server: ServerProcess | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vote-monitoring-private-'));
});

afterEach(async () => {
  server?.child.kill('SIGKILL');
  await server?.exit;
  server = undefined;
  await rm(folder, { recursive: true, force: true });
});

function start(dataDir: string): Promise<string> {
  server = startServerProcess(
    ['--data', dataDir, '--port', '0', '--api-only'],
    { DATABASE_URL: undefined },
    WITH_COMMON_UMASK,
  );
  return server.address();
}

async function stop(): Promise<void> {
  server?.child.kill('SIGTERM');
  expect(await server?.exit).toBe(0);
}

async function addObserver(address: string): Promise<void> {
  const session = await signIn(address);
  const reply = await session.ask('/v1/observer', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ phone: '0722000001', pin: '1234', name: 'Ana' }),
  });
  expect(reply.status).toBe(200);
}

/** Mode and path of everything below, and the folder itself, open to others. */
function openToOthers(top: string): string[] {
  const names = readdirSync(top, { recursive: true, encoding: 'utf8' });
  return [top, ...names.map((name) => join(top, name))].flatMap((path) => {
    const mode = statSync(path).mode & 0o777;
    return mode & OF_OTHERS
      ? [`${mode.toString(8)} ${relative(top, path)}`]
      : [];
  });
}

describe.skipIf(process.platform === 'win32')('the data folder', () => {
  it('is private from the first start on, with every file that follows', async () => {
    const dataDir = join(folder, 'data');
    const address = await start(dataDir);
    expect(openToOthers(dataDir)).toEqual([]);
    expect(readdirSync(dataDir).toSorted()).toEqual(['db', 'jwt-secret']);

    await addObserver(address);
    expect(openToOthers(dataDir)).toEqual([]);
    await stop();
    expect(openToOthers(dataDir)).toEqual([]);
  }, 120_000);

  it('is mended where an earlier version left it open', async () => {
    const dataDir = join(folder, 'data');
    await unpackImage(join(dataDir, 'db'));
    await writeFile(join(dataDir, 'jwt-secret'), 's'.repeat(64));
    expect(spawnSync('chmod', ['-R', 'a+rwX', dataDir]).status).toBe(0);
    expect(openToOthers(dataDir).length).toBeGreaterThan(100);

    await addObserver(await start(dataDir));
    expect(openToOthers(dataDir)).toEqual([]);
  }, 120_000);

  it('leaves alone what no server made, and follows the link of the database', async () => {
    const dataDir = join(folder, 'shared');
    const disk = join(folder, 'disk');
    const page = join(dataDir, 'page.html');
    await unpackImage(join(dataDir, 'db'));
    await rename(join(dataDir, 'db'), disk);
    await symlink(disk, join(dataDir, 'db'));
    await writeFile(page, 'for everybody');
    await mkdir(join(dataDir, 'pages'));
    await chmod(dataDir, 0o755);
    await chmod(page, 0o644);
    expect(spawnSync('chmod', ['-R', 'a+rwX', disk]).status).toBe(0);

    await start(dataDir);
    expect(openToOthers(disk)).toEqual([]);
    expect(statSync(join(dataDir, 'jwt-secret')).mode & 0o777).toBe(0o600);
    expect(statSync(page).mode & 0o777).toBe(0o644);
    expect(statSync(dataDir).mode & 0o777).toBe(0o755);
  }, 120_000);

  it.runIf(process.getuid?.() === 0)(
    'is refused where its rights belong to somebody else',
    async () => {
      const database = join(folder, 'db');
      await mkdir(database);
      await chmod(folder, 0o777);
      await chmod(database, 0o777);
      process.seteuid?.('nobody');
      try {
        await expect(keepPrivate(folder)).rejects.toThrow(NotPrivateError);
      } finally {
        process.seteuid?.(0);
      }
    },
  );
});
