import { spawn } from 'node:child_process';
import type { ChildProcess, SpawnOptions } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

const ADMIN = {
  ADMIN_ACCOUNT: 'a@example.org',
  ADMIN_PASSWORD: 'long enough too',
};

/** A server as `npm start` runs it. */
export interface ServerProcess {
  child: ChildProcess;
  /** Resolves with the first match in what it prints; rejects when it ends. */
  until: (pattern: RegExp) => Promise<RegExpExecArray>;
  /** Resolves with its address when it is ready. */
  address: () => Promise<string>;
  /** Resolves with the exit code, or with null when a signal ended it. */
  exit: Promise<number | null>;
  /** Everything printed so far. */
  output: () => string;
}

/** The folder and the arguments of Node that start a server. */
interface Place {
  cwd: string;
  script: string[];
}

/** The server of this checkout, as TypeScript. */
const CHECKOUT: Place = {
  cwd: root,
  script: ['--import', 'tsx', 'server/main.ts'],
};

/** The same, by the script of `npm start`. */
export const START_SCRIPT: Place = {
  cwd: root,
  script: ['scripts/start.mjs'],
};

/**
 * Starts a server with one organizer in place of demo data. `command` goes
 * before the program, for example `['unshare', '--pid']`; `place` is another
 * server than that of this checkout.
 */
export function startServerProcess(
  args: string[],
  env: Record<string, string | undefined> = {},
  command: readonly string[] = [],
  place = CHECKOUT,
): ServerProcess {
  const [program = '', ...rest] = [
    ...command,
    process.execPath,
    ...place.script,
    ...args,
  ];
  const options: SpawnOptions = {
    cwd: place.cwd,
    env: { ...process.env, ...ADMIN, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  };
  const child = spawn(program, rest, options);
  // A test run that dies must not leave servers behind.
  const killChild = () => child.kill('SIGKILL');
  process.once('exit', killChild);
  let output = '';
  const exit = new Promise<number | null>((resolve) => {
    child.once('close', (code) => {
      process.off('exit', killChild);
      resolve(code);
    });
  });
  const listeners = new Set<() => void>();
  const hear = (chunk: unknown) => {
    output += String(chunk);
    for (const listener of listeners) listener();
  };
  child.stdout?.on('data', hear);
  child.stderr?.on('data', hear);

  const until = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const look = () => {
        const match = pattern.exec(output);
        if (!match) return;
        listeners.delete(look);
        resolve(match);
      };
      listeners.add(look);
      void exit.then(() => reject(new Error(`The server ended: ${output}`)));
      look();
    });
  return {
    child,
    until,
    address: async () => {
      const [, address = ''] = await until(
        /Vote monitoring +(http:\S+)[\s\S]*Stop.*\n/,
      );
      return address;
    },
    exit,
    output: () => output,
  };
}

interface Credentials {
  user: string;
  password: string;
  /** Of a phone. */
  fcmToken?: string;
}

/** A session, of `ADMIN` if not told otherwise; `ask` takes the path after `/api`. */
export interface Session {
  token: string;
  ask: (path: string, init?: RequestInit) => Promise<Response>;
  signInAgain: () => Promise<Response>;
}

export async function signIn(
  address: string,
  credentials: Credentials = {
    user: ADMIN.ADMIN_ACCOUNT,
    password: ADMIN.ADMIN_PASSWORD,
  },
): Promise<Session> {
  const signInAgain = () =>
    fetch(`${address}/api/v2/access/authorize`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(credentials),
    });
  const reply = await signInAgain();
  const body: unknown = await reply.json();
  const isToken =
    typeof body === 'object' && body !== null && 'access_token' in body;
  if (!isToken) throw new Error(`No token: ${reply.status}`);
  const token = String(body.access_token);
  return {
    token,
    ask: (path, init = {}) =>
      fetch(`${address}/api${path}`, {
        ...init,
        headers: { Authorization: `Bearer ${token}`, ...init.headers },
      }),
    signInAgain,
  };
}
