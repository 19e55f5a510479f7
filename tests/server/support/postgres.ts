import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdtemp } from 'node:fs/promises';
import { createServer, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

import { Client } from 'pg';

const run = promisify(execFile);

/** Debian keeps the server's programs out of PATH. */
const DEBIAN_FOLDER = '/usr/lib/postgresql';
const START_WITHIN_MS = 60_000;

/** One server for all files that this process runs. */
let server: Promise<string | undefined> | undefined;
let databases = 0;

/**
 * The address of a new and empty PostgreSQL database: on the server named by
 * DATABASE_URL_TEST, else on a throw-away cluster of the programs found on this
 * machine. Undefined when there is neither.
 */
export async function newPostgresDatabase(): Promise<string | undefined> {
  server ??= startServer();
  const url = await server;
  if (!url) return undefined;
  databases += 1;
  const worker = process.env['VITEST_POOL_ID'] ?? '0';
  const name = `vote_monitoring_test_${worker}_${databases}`;
  // Of an earlier run, on a server that outlives them.
  await query(url, `drop database if exists ${name} with (force)`);
  await query(url, `create database ${name}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  return own.href;
}

async function startServer(): Promise<string | undefined> {
  const url = process.env['DATABASE_URL_TEST'];
  if (url) return url;
  const programs = programFolder();
  return programs ? startCluster(programs) : undefined;
}

function programFolder(): string | undefined {
  const debian = existsSync(DEBIAN_FOLDER)
    ? readdirSync(DEBIAN_FOLDER)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => join(DEBIAN_FOLDER, version, 'bin'))
    : [];
  return [...debian, ...(process.env['PATH'] ?? '').split(delimiter)].find(
    (folder) =>
      ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))),
  );
}

/**
 * The last word of a cluster: when this process ends, however it ends, the
 * shell's input does too, and it stops the server and removes the files.
 */
const WATCH = `
  "$@" & read _
  kill -QUIT $! ; wait $! ; rm -rf "$0"
`;

async function startCluster(programs: string): Promise<string> {
  const owner = await ownerOfServer();
  const folder = await mkdtemp(join(tmpdir(), 'vote-monitoring-pg-'));
  if (owner) await chown(folder, owner.uid, owner.gid);
  const port = await freePort();
  const data = join(folder, 'data');
  const flags = '-U test -A trust -E UTF8 --no-sync --no-locale';
  await run(join(programs, 'initdb'), ['-D', data, ...flags.split(' ')], {
    ...owner,
    cwd: folder,
  });
  const settings = `-p ${port} -h 127.0.0.1 -c fsync=off -c full_page_writes=off`;
  const postgres = [
    join(programs, 'postgres'),
    '-D',
    data,
    '-k',
    folder,
  ].concat(settings.split(' '));
  const shell = spawn('sh', ['-c', WATCH, folder, ...postgres], {
    ...owner,
    cwd: folder,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  shell.unref();
  if (shell.stdin instanceof Socket) shell.stdin.unref();
  const url = `postgres://test@127.0.0.1:${port}/postgres`;
  await untilReady(url, shell);
  return url;
}

/** PostgreSQL refuses to run as root, so it runs as its own user then. */
async function ownerOfServer(): Promise<{ uid: number; gid: number } | null> {
  if (process.getuid?.() !== 0) return null;
  for (const name of ['postgres', 'nobody']) {
    try {
      const [uid, gid] = await Promise.all(
        ['-u', '-g'].map(async (flag) =>
          Number((await run('id', [flag, name])).stdout),
        ),
      );
      if (uid && gid) return { uid, gid };
    } catch {
      // This machine has no such user; the next may exist.
    }
  }
  return null;
}

async function untilReady(url: string, server: ChildProcess): Promise<void> {
  const deadline = Date.now() + START_WITHIN_MS;
  for (;;) {
    try {
      await query(url, 'select 1');
      return;
    } catch (error) {
      if (server.exitCode !== null || Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

async function query(url: string, text: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        if (typeof address === 'object' && address) resolve(address.port);
        else reject(new Error('No free port was given.'));
      });
    });
  });
}
