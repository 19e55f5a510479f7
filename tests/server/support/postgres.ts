import { execFile, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdtemp, readFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

import { Client } from 'pg';

import { freePort } from '../../support/free-port';

const run = promisify(execFile);

/** Debian keeps the server's programs out of PATH. */
const DEBIAN_FOLDER = '/usr/lib/postgresql';
const START_WITHIN_S = '60';

/** One server for all files that this process runs. */
let server: Promise<string | undefined> | undefined;
let databases = 0;

/** A throw-away PostgreSQL of its own, which a test may stop and start. */
export interface PostgresCluster {
  /** Address of an empty database; stays the same over a restart. */
  url: string;
  /** The same by the socket, which is a file that is there while it runs. */
  socketUrl: string;
  /**
   * fast: tells its clients that it ends. immediate: as a crash does. frozen:
   * its processes stand still, and connections stay open.
   */
  stop: (mode: 'fast' | 'immediate' | 'frozen') => Promise<void>;
  /** Resolves when it takes connections, or goes on. */
  start: () => Promise<void>;
  /** A second server follows this one, which confirms no commit without it. */
  addStandby: () => Promise<void>;
  /** This one dies as in a crash, and the standby takes over its address. */
  failOver: () => Promise<void>;
  /** The address of both, of which the second begins with `addStandby`. */
  bothUrl: string;
  /** This one dies as in a crash. */
  kill: () => Promise<void>;
  /** The standby leads from now on, at its own address. */
  promote: () => Promise<void>;
}

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

/** Whether the programs of PostgreSQL are on this machine. */
export function hasPostgres(): boolean {
  return programFolder() !== undefined;
}

/** Undefined where the programs of PostgreSQL are not on this machine. */
export async function startPostgresCluster(): Promise<
  PostgresCluster | undefined
> {
  const programs = programFolder();
  return programs ? startCluster(programs) : undefined;
}

async function startServer(): Promise<string | undefined> {
  const url = process.env['DATABASE_URL_TEST'];
  return url ?? (await startPostgresCluster())?.url;
}

function programFolder(): string | undefined {
  const debian = existsSync(DEBIAN_FOLDER)
    ? readdirSync(DEBIAN_FOLDER)
        .sort((a, b) => Number(b) - Number(a))
        .map((version) => join(DEBIAN_FOLDER, version, 'bin'))
    : [];
  return [...debian, ...(process.env['PATH'] ?? '').split(delimiter)].find(
    (folder) =>
      ['initdb', 'postgres', 'pg_ctl'].every((name) =>
        existsSync(join(folder, name)),
      ),
  );
}

/**
 * When this process ends, however it ends, the input of this shell does too,
 * and the shell stops the cluster and removes its files.
 */
const WATCH = `
  trap '' INT TERM HUP
  read _
  for data in "$0/data" "$0/standby"; do
    pid=$(head -n 1 "$data/postmaster.pid") || continue
    kill -CONT "$pid" $(ps -o pid= --ppid "$pid")
    "$1" -D "$data" -m immediate stop
  done
  rm -rf "$0"
`;

async function startCluster(programs: string): Promise<PostgresCluster> {
  const owner = await ownerOfServer();
  const folder = await mkdtemp(join(tmpdir(), 'vote-monitoring-pg-'));
  if (owner) await chown(folder, owner.uid, owner.gid);
  const port = await freePort();
  const standbyPort = await freePort();
  const hosts = `127.0.0.1:${port},127.0.0.1:${standbyPort}`;
  let data = join(folder, 'data');
  const runAsOwner = (program: string, args: string[]) =>
    run(join(programs, program), ['-D', data, ...args], {
      ...owner,
      cwd: folder,
    });
  const flags = '-U test -A trust -E UTF8 --no-sync --no-locale';
  await runAsOwner('initdb', flags.split(' '));
  const shell = spawn('sh', ['-c', WATCH, folder, join(programs, 'pg_ctl')], {
    ...owner,
    cwd: folder,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  shell.unref();
  if (shell.stdin instanceof Socket) shell.stdin.unref();
  const settings = (port: number) =>
    `-p ${port} -h 127.0.0.1 -k ${folder} -c fsync=off -c full_page_writes=off`;
  const log = join(folder, 'log');
  const frozen: number[] = [];
  const launch = (at: number) => {
    const how = ['-w', '-t', START_WITHIN_S, '-l', log, '-o', settings(at)];
    return runAsOwner('pg_ctl', [...how, 'start']);
  };
  const cluster: PostgresCluster = {
    url: `postgres://test@127.0.0.1:${port}/postgres`,
    bothUrl: `postgres://test@${hosts}/postgres`,
    socketUrl: `postgres://test@localhost:${port}/postgres?host=${folder}`,
    start: async () => {
      if (frozen.length > 0) {
        for (const pid of frozen.splice(0)) process.kill(pid, 'SIGCONT');
        return;
      }
      await launch(port);
    },
    stop: async (mode) => {
      if (mode === 'frozen') {
        frozen.push(...(await freeze(data)));
        return;
      }
      await runAsOwner('pg_ctl', ['-w', '-m', mode, 'stop']);
    },
    addStandby: async () => {
      const primary = data;
      data = join(folder, 'standby');
      const from = ['-h', '127.0.0.1', '-p', String(port), '-U', 'test'];
      await runAsOwner('pg_basebackup', [...from, '-R', '-c', 'fast', '-N']);
      await launch(standbyPort);
      data = primary;
      await query(
        cluster.url,
        `alter system set synchronous_standby_names = '*'`,
      );
      // A reload would reach its processes one after the other.
      await cluster.stop('fast');
      await cluster.start();
    },
    failOver: async () => {
      await cluster.stop('immediate');
      data = join(folder, 'standby');
      await cluster.stop('fast');
      await launch(port);
      await runAsOwner('pg_ctl', ['-w', 'promote']);
    },
    kill: () => cluster.stop('immediate'),
    promote: async () => {
      data = join(folder, 'standby');
      await runAsOwner('pg_ctl', ['-w', 'promote']);
    },
  };
  await cluster.start();
  return cluster;
}

/** The process that makes the others stops first; gives the ids of all. */
async function freeze(data: string): Promise<number[]> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8');
  const parent = Number(text.split('\n')[0]);
  process.kill(parent, 'SIGSTOP');
  const { stdout } = await run('ps', ['-o', 'pid=', '--ppid', String(parent)]);
  const children = stdout.trim().split(/\s+/).map(Number);
  for (const pid of children) process.kill(pid, 'SIGSTOP');
  return [parent, ...children];
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

/** Runs statements on a connection of their own. */
export async function query(url: string, text: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
