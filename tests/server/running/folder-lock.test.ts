import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { unpackImage } from '../support/pglite-image';
import {
  signIn,
  startServerProcess,
  type ServerProcess,
} from '../support/server-process';

const IN_USE = /data folder .* is in use by another running server.*--data DIR/;
const ARGS = ['--port', '0', '--api-only'];

/** Namespaces of their own, as containers have them, need rights. */
const canUnshare =
  spawnSync('unshare', ['--pid', '--mount', '--fork', 'true']).status === 0;

let home = '';
let folder = '';
const started: ServerProcess[] = [];

beforeEach(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'vote-monitoring-lock-')));
  folder = join(home, 'data');
  await unpackImage(join(folder, 'db'));
});

afterEach(async () => {
  for (const server of started.splice(0)) {
    server.child.kill('SIGKILL');
    await server.exit;
  }
  await rm(home, { recursive: true, force: true });
});

function start(
  dataDir: string,
  env: Record<string, string> = {},
  command: readonly string[] = [],
): ServerProcess {
  const server = startServerProcess(
    ['--data', dataDir, ...ARGS],
    { ...env, DATABASE_URL: undefined },
    command,
  );
  started.push(server);
  return server;
}

async function expectRefusal(server: ServerProcess): Promise<void> {
  const [said] = await server.until(/.*(in use|Vote monitoring).*/);
  expect(said).toMatch(IN_USE);
  expect(await server.exit).toBe(1);
}

describe('a folder that a running server uses', () => {
  it('is refused through a link, with another TMPDIR, and through a link to its database', async () => {
    await start(folder).address();

    const link = join(home, 'link');
    await symlink(folder, link);
    const other = join(home, 'other');
    await mkdir(other);
    await symlink(join(folder, 'db'), join(other, 'db'));
    const temporary = join(home, 'tmp');
    await mkdir(temporary);

    await Promise.all([
      expectRefusal(start(link)),
      expectRefusal(start(folder, { TMPDIR: temporary })),
      expectRefusal(start(other)),
    ]);
  }, 120_000);

  it.skipIf(!canUnshare)(
    'is refused in other namespaces of processes and mounts, as a shared volume of containers is',
    async () => {
      await start(folder).address();

      const volume = join(home, 'volume');
      const temporary = join(home, 'tmp');
      await mkdir(volume);
      await mkdir(temporary);
      const mountAndRun = `mount --bind "$0" "$1" && mount -t tmpfs none "$2" && shift 2 && exec "$@"`;
      const unshare =
        'unshare --pid --mount --fork --kill-child --mount-proc sh -c';
      const container = start(volume, { TMPDIR: temporary }, [
        ...unshare.split(' '),
        mountAndRun,
        folder,
        volume,
        temporary,
      ]);
      await expectRefusal(container);
    },
    120_000,
  );

  it('is free at once after kill -9, with all that was acknowledged', async () => {
    const first = start(folder);
    const session = await signIn(await first.address());
    const phones = ['0722000001', '0722000002', '0722000003'];
    for (const phone of phones) {
      const reply = await session.ask('/v1/observer', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ phone, pin: '1234', name: phone }),
      });
      expect(reply.status).toBe(200);
    }
    first.child.kill('SIGKILL');
    await first.exit;

    const again = await signIn(await start(folder).address());
    const list = await again.ask('/v1/observer?page=1&pageSize=10');
    const text = await list.text();
    for (const phone of phones) expect(text).toContain(phone);
  }, 120_000);
});

it('lets exactly one of several servers win that start at the same moment, after a kill -9', async () => {
  const killed = start(folder);
  await killed.address();
  killed.child.kill('SIGKILL');
  await killed.exit;
  const servers = Array.from({ length: 4 }, () => start(folder));
  const outcomes = await Promise.all(
    servers.map((server) =>
      server.address().then(
        () => 'started',
        () => (IN_USE.test(server.output()) ? 'refused' : server.output()),
      ),
    ),
  );
  expect(outcomes.toSorted()).toEqual([
    'refused',
    'refused',
    'refused',
    'started',
  ]);
}, 120_000);

it.runIf(process.platform === 'linux')(
  'refuses, and says what to do, where it cannot lock the folder',
  async () => {
    const server = start(folder, { PATH: home });
    const [said] = await server.until(/.*(Cannot|Vote monitoring).*/);
    expect(said).toMatch(
      /Cannot make sure that no other server uses .*flock is missing.*util-linux/,
    );
    expect(await server.exit).toBe(1);
  },
  60_000,
);
