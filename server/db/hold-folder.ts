import { createHash } from 'node:crypto';
import { createConnection, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unlink } from 'node:fs/promises';

/** Another running process has this data folder open. */
export class FolderInUseError extends Error {
  constructor(folder: string) {
    super(`The data folder ${folder} is in use by another running host.`);
    this.name = 'FolderInUseError';
  }
}

/**
 * Marks `folder` (an absolute path) as this process's own until the returned
 * function is called or the process ends. PGlite itself does not notice a
 * second process, and two would ruin the files.
 *
 * The mark is a listening socket, not a file with a process id: the system
 * closes it however the process dies, and ids are used again after a restart.
 * Rejects with `FolderInUseError` when somebody answers on that socket.
 */
export async function holdFolder(folder: string): Promise<() => Promise<void>> {
  const path = socketPath(folder);
  let server = await listen(path);
  if (!server) {
    if (await answers(path)) throw new FolderInUseError(folder);
    await unlink(path).catch(() => {
      // Somebody else cleared the remains first; listening decides below.
    });
    server = await listen(path);
  }
  if (!server) throw new FolderInUseError(folder);
  return () => close(server);
}

/** A short path: sockets allow about 100 characters, folders more. */
function socketPath(folder: string): string {
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 24);
  return process.platform === 'win32'
    ? `\\\\.\\pipe\\vote-monitoring-${name}`
    : join(tmpdir(), `vote-monitoring-${name}.sock`);
}

function listen(path: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.unref();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined);
      else reject(error);
    });
    server.listen(path, () => resolve(server));
  });
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}
