import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

import { Client } from 'pg';

const run = promisify(execFile);

/** Debian keeps the server's programs out of PATH. */
const DEBIAN_FOLDER = '/usr/lib/postgresql';
const START_WITHIN_MS = 20_000;

export interface TestPostgres {
  url: string;
  stop: () => Promise<void>;
}

/**
 * A PostgreSQL for one test file: an empty database of the server named by
 * DATABASE_URL_TEST, else a throw-away cluster of the programs found on this
 * machine. Undefined when there is neither.
 */
export async function findPostgres(): Promise<TestPostgres | undefined> {
  const url = process.env['DATABASE_URL_TEST'];
  if (url) return databaseOn(url);
  const folder = programFolder();
  return folder ? startCluster(folder) : undefined;
}

async function databaseOn(url: string): Promise<TestPostgres> {
  const name = `vote_monitoring_test_${process.pid}_${Date.now()}`;
  await query(url, `create database ${name}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  return {
    url: own.href,
    stop: () => query(url, `drop database ${name} with (force)`),
  };
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

async function startCluster(programs: string): Promise<TestPostgres> {
  const owner = await ownerOfServer();
  const folder = await mkdtemp(join(tmpdir(), 'vote-monitoring-pg-'));
  if (owner) await chown(folder, owner.uid, owner.gid);
  const port = await freePort();
  const data = join(folder, 'data');
  await run(
    join(programs, 'initdb'),
    [
      '-D',
      data,
      '-U',
      'test',
      '-A',
      'trust',
      '-N',
      '-E',
      'UTF8',
      '--no-locale',
    ],
    { ...owner, cwd: folder },
  );
  const server = spawn(
    join(programs, 'postgres'),
    ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder].concat(
      ['fsync=off', 'full_page_writes=off'].flatMap((one) => ['-c', one]),
    ),
    { ...owner, cwd: folder, stdio: 'ignore' },
  );
  // A test run that is broken off takes its server with it.
  const kill = () => server.kill('SIGQUIT');
  process.once('exit', kill);
  const url = `postgres://test@127.0.0.1:${port}/postgres`;
  await untilReady(url, server);
  return {
    url,
    stop: async () => {
      process.off('exit', kill);
      await stopped(server);
      await rm(folder, { recursive: true, force: true });
    },
  };
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

function stopped(server: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    server.once('exit', () => resolve());
    server.kill('SIGINT');
  });
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
