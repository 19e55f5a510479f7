import { spawn } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { join } from 'node:path';

/** Another running process has this data folder open. */
export class FolderInUseError extends Error {
  constructor(folder: string) {
    super(`The data folder ${folder} is in use by another running server.`);
    this.name = 'FolderInUseError';
  }
}

/** Nothing here can tell whether another process uses the folder. */
export class FolderLockError extends Error {
  constructor(folder: string, reason: string) {
    super(
      `Cannot make sure that no other server uses the data folder ${folder}: ${reason}`,
    );
    this.name = 'FolderLockError';
  }
}

/**
 * The system calls that open a file and lock it at once, as libuv passes them
 * on (`UV_FS_O_EXLOCK`). Linux has none.
 */
const OPEN_LOCKED: Partial<Record<NodeJS.Platform, number>> = {
  darwin: 0x20,
  freebsd: 0x20,
  openbsd: 0x20,
  win32: 0x1000_0000,
};

/** Answers of `open` on those systems when another process has the lock. */
const LOCKED_CODES = new Set(['EAGAIN', 'EWOULDBLOCK', 'EBUSY']);

/** Lies beside the files of PGlite, which leaves it alone. */
const LOCK_FILE = 'server.lock';

/**
 * Makes `folder`, the one with the files of PGlite, this process's own until
 * the returned function is called or the process ends. PGlite does not notice a
 * second process, and the writes of one of the two would vanish.
 *
 * The lock is one of the operating system on files of the folder itself: every
 * path to the folder meets it, also from another container on this machine, and
 * it ends with the process, however that ends. Nothing that lies around can be
 * taken for a lock. Rejects with `FolderInUseError` when another process has
 * it, and with `FolderLockError` where nobody can tell.
 */
export async function holdFolder(folder: string): Promise<() => void> {
  const exclusive = OPEN_LOCKED[process.platform];
  if (exclusive) return lockByOpening(folder, exclusive);
  if (process.platform === 'linux') return lockByProgram(folder);
  throw new FolderLockError(
    folder,
    `it cannot be locked on ${process.platform}. Name a PostgreSQL in DATABASE_URL.`,
  );
}

function lockByOpening(folder: string, exclusive: number): () => void {
  const { O_RDWR, O_CREAT, O_NONBLOCK } = constants;
  const flags = O_RDWR | O_CREAT | O_NONBLOCK | exclusive;
  try {
    const file = openSync(join(folder, LOCK_FILE), flags, 0o600);
    return () => closeSync(file);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (LOCKED_CODES.has(String(code))) throw new FolderInUseError(folder);
    throw new FolderLockError(folder, `${String(error)}.`);
  }
}

/**
 * Node cannot lock an open file, but the program `flock` can do it for us: the
 * lock belongs to what is open here, and outlives the program. The folder is
 * locked as well as a file, because a person may delete the file, and because a
 * network file system passes on locks of files only.
 */
async function lockByProgram(folder: string): Promise<() => void> {
  const { O_RDWR, O_CREAT } = constants;
  const open: number[] = [];
  const release = () => open.splice(0).forEach((file) => closeSync(file));
  try {
    open.push(openSync(folder, 'r'));
    open.push(openSync(join(folder, LOCK_FILE), O_RDWR | O_CREAT, 0o600));
    for (const file of open) await flock(folder, file);
    return release;
  } catch (error) {
    release();
    throw error;
  }
}

/** Exit code of `flock` when another process has the lock. */
const LOCKED_EXIT = 1;

function flock(folder: string, file: number): Promise<void> {
  return new Promise((resolve, reject) => {
    // The open file is number 3 in the program.
    const program = spawn('flock', ['-xn', '3'], {
      stdio: ['ignore', 'ignore', 'pipe', file],
    });
    let complaint = '';
    program.stderr?.on('data', (chunk: unknown) => {
      complaint += String(chunk);
    });
    program.once('error', (error) => {
      const isMissing = 'code' in error && error.code === 'ENOENT';
      const reason = isMissing
        ? 'the program flock is missing. Install it (package util-linux), or name a PostgreSQL in DATABASE_URL.'
        : `${error.message}.`;
      reject(new FolderLockError(folder, reason));
    });
    program.once('close', (code) => {
      if (code === 0) resolve();
      else if (code === LOCKED_EXIT && complaint === '') {
        reject(new FolderInUseError(folder));
      } else {
        const reason = `${complaint.trim() || `flock ended with ${code}`}. Choose a folder on a disk of this computer with --data DIR, or name a PostgreSQL in DATABASE_URL.`;
        reject(new FolderLockError(folder, reason));
      }
    });
  });
}
