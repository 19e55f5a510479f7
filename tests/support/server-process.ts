import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';

import type { Size } from '../../server/seed/sizes';
import { root } from './source';

export type ServerSize = Size;

export interface ServerOptions {
  /** Folder of the database; an empty one is filled with demo data. */
  dataDir: string;
  /** Of the demo data; S when absent. */
  size?: ServerSize;
  isClassic?: boolean;
  /** A PostgreSQL that holds the rows in place of the folder. */
  databaseUrl?: string | undefined;
  /** Folder of another checkout, whose server runs in place of this one's. */
  checkout?: string | undefined;
  /** Folder of the built app; `dist` when absent. */
  appDir?: string | undefined;
}

/** One request as the server's own log has it. */
export interface SeenRequest {
  method: string;
  path: string;
  status: number;
  idempotencyKey: string | null;
}

/** The embedded server as a process of its own, as `npm start` runs it. */
export interface ServerProcess {
  /** Stays the same over a restart. */
  origin: string;
  /** Folder of its database. */
  dataDir: string;
  /** Id of the running process. */
  pid(): number | undefined;
  /** As Ctrl+C does: open requests end, the database is closed. */
  stop(): Promise<void>;
  /** Starts again on the same folder and port; nothing to do while it runs. */
  start(): Promise<void>;
  /** What reached it since the start or the last `forget`, oldest first. */
  requests(): Promise<SeenRequest[]>;
  /** Empties that log; answers what was in it. */
  forget(): Promise<SeenRequest[]>;
  /** A token of the demo organizer, who may do everything. */
  signIn(user?: string, password?: string): Promise<string>;
}

/** An empty database is filled first, which takes its time on a busy machine. */
const START_WITHIN_MS = 180_000;

/** Starts a server on a free port and waits until it answers. */
export async function startServer(
  options: ServerOptions,
): Promise<ServerProcess> {
  let running = await launch(options, 0);
  const { origin, port } = running;
  const log = `${origin}/__test/requests`;

  return {
    origin,
    dataDir: options.dataDir,
    pid: () => running.child.pid,
    async stop() {
      await end(running.child);
    },
    async start() {
      if (!hasEnded(running.child)) return;
      running = await launch(options, port);
    },
    async requests() {
      const entries: SeenRequest[] = await (await fetch(log)).json();
      return entries;
    },
    async forget() {
      const reply = await fetch(log, { method: 'DELETE' });
      const entries: SeenRequest[] = await reply.json();
      return entries;
    },
    async signIn(user = 'organizer@demo.org', password = 'demo-organizer') {
      const response = await fetch(`${origin}/api/v2/access/authorize`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ user, password }),
      });
      const reply: unknown = await response.json();
      const isToken =
        typeof reply === 'object' && reply !== null && 'access_token' in reply;
      if (!isToken) throw new Error(`No token: ${response.status}`);
      return String(reply.access_token);
    },
  };
}

interface Running {
  child: ChildProcess;
  origin: string;
  port: number;
}

async function launch(options: ServerOptions, port: number): Promise<Running> {
  const args = ['--import', 'tsx', 'server/main.ts', '--port', String(port)];
  if (options.isClassic) args.push('--classic');
  const { databaseUrl } = options;
  if (databaseUrl) args.push('--demo');
  if (options.appDir) args.push('--app', options.appDir);
  const child = spawn(
    process.execPath,
    [...args, '--data', options.dataDir, '--size', options.size ?? 'S'],
    {
      cwd: options.checkout ?? root,
      env: {
        ...envWithoutDatabase(),
        VMO_TEST_LOG: '1',
        ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  // A test run that dies must not leave servers behind.
  const killChild = () => child.kill('SIGKILL');
  process.once('exit', killChild);
  child.once('exit', () => process.off('exit', killChild));
  const origin = await addressOf(child);
  return { child, origin, port: Number(new URL(origin).port) };
}

/** What the tester set for their own server must not reach this one. */
function envWithoutDatabase(): NodeJS.ProcessEnv {
  const { DATABASE_URL: _, JWT_SECRET: __, ...env } = process.env;
  return env;
}

/** The address that a server prints once it listens. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const fail = (why: string) => reject(new Error(`${why}\n${said}`));
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      fail('The server did not start in time');
    }, START_WITHIN_MS);
    const listen = (chunk: unknown) => {
      said += String(chunk);
      const address = /http:\/\/\S+:\d+(?=\s)/.exec(said)?.[0];
      if (!address) return;
      clearTimeout(timer);
      resolve(address);
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.once('exit', () => {
      clearTimeout(timer);
      fail('The server ended');
    });
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
