import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/**
 * Runs a program to its end, with our own output and without input.
 * @param hear gets each piece of its output, too.
 * @returns its exit code; 127 when it could not be started at all.
 */
export function run(command, args, env = {}, hear = undefined) {
  return new Promise((resolve) => {
    const output = hear ? 'pipe' : 'inherit';
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', output, output],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (piece) => {
        process.stdout.write(piece);
        hear(String(piece));
      });
    }
    child.on('error', () => resolve(127));
    child.on('close', (code, signal) => resolve(exitCodeOf(code, signal)));
  });
}

/**
 * The same in another folder and without output, until `signal` ends it or its
 * time is up.
 * @returns its exit code; 143 when it was ended.
 */
export function runQuietly(command, args, { cwd, env, signal, timeoutMs }) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: 'ignore',
      signal,
      timeout: timeoutMs,
    });
    child.on('error', () => resolve(127));
    child.on('exit', (code, signal) => resolve(exitCodeOf(code, signal)));
  });
}

/**
 * Starts a program that runs until it is told to stop.
 *
 * It gets a process group of its own, and signals only through `passSignals`: a
 * terminal sends Ctrl+C to the whole group and npm sends it once more, and a
 * host that hears it twice gives up closing its database.
 */
export function start(command, args, env = {}) {
  return spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: process.platform !== 'win32',
  });
}

const SAME_SIGNAL_MS = 1000;
const PARENT_LOOK_MS = 200;

/** Of the shell in which npm runs this. */
const parent = process.ppid;

/**
 * Hands a wish to stop on to the children; a repetition at once counts as the
 * same wish. So does the end of npm's shell: npm sends SIGTERM to that alone,
 * which dies of it and tells nobody.
 */
export function passSignals(children) {
  let lastAt = 0;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (Date.now() - lastAt < SAME_SIGNAL_MS) return;
      lastAt = Date.now();
      for (const child of children)
        child.kill(signal === 'SIGINT' ? signal : 'SIGTERM');
    });
  }
  // Without npm, the process that started the script may end and leave it running.
  if (process.env.npm_lifecycle_event === undefined) return;
  const look = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(look);
    for (const child of children) child.kill('SIGTERM');
  }, PARENT_LOOK_MS).unref();
}

/** Resolves with the exit code once a child has ended. */
export function ended(child) {
  return new Promise((resolve) => {
    child.on('error', () => resolve(127));
    child.on('exit', (code, signal) => resolve(exitCodeOf(code, signal)));
  });
}

/** What a shell would say: 128 and the number of the signal. */
function exitCodeOf(code, signal) {
  return code ?? 128 + (constants.signals[signal] ?? 0);
}

/** The arguments that make Node run a tool of a package, the same on every system. */
export function tool(name, packageName = name) {
  const folder = join(root, 'node_modules', packageName);
  const { bin } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  return join(folder, typeof bin === 'string' ? bin : bin[name]);
}
