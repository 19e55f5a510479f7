import fs from 'node:fs';

import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/**
 * Mode of a file of the database: all rights for the owner, none for others.
 */
const OF_OWNER = 0o700;

type Init = typeof NodeFS.prototype.init;
type Module = NonNullable<Parameters<Init>[1]['preRun']>[number] extends (
  module: infer M,
) => void
  ? M
  : never;

/**
 * PGlite's own parameters, with a commit that is answered when it is on the
 * disk (docs/decisions/0080): PGlite runs with `-F`, which never waits. Its
 * `fdatasync`, which PostgreSQL prefers, does nothing.
 */
export const DURABLE = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  '-c',
  'wal_sync_method=fsync',
];

/**
 * PGlite's files in a folder, for their owner alone and written through to the
 * disk. PGlite itself lets everybody read and write each file that it makes,
 * regardless of the umask, and ignores each `fsync` of PostgreSQL.
 */
export class PrivateFiles extends NodeFS {
  override async init(...[pglite, options]: Parameters<Init>) {
    const { emscriptenOpts } = await super.init(pglite, options);
    const preRun = [
      ...(emscriptenOpts.preRun ?? []),
      restrictChmod,
      addSync,
      endWithoutLog,
    ];
    return { emscriptenOpts: { ...emscriptenOpts, preRun } };
  }
}

/** Every new file gets its rights by `FS.chmod`, right after it was made. */
function restrictChmod({ FS }: Module): void {
  const { chmod } = FS;
  Object.assign(FS, {
    chmod: (path: string, mode: number, ...rest: boolean[]) =>
      chmod(path, mode & OF_OWNER, ...rest),
  });
}

/** An open file; a folder has no number of its own. */
interface Stream {
  nfd?: number;
  node: unknown;
  /** As PostgreSQL sees it. */
  path?: string;
}

type Write = (
  stream: Stream,
  buffer: Uint8Array,
  offset: number,
  length: number,
  position?: number,
) => number;

/** What PGlite's types leave out of Emscripten's file system of Node. */
interface NodeFiles {
  stream_ops: { fsync?: (stream: Stream) => number; write: Write };
  realPath: (node: unknown) => string;
}

function addSync({ NODEFS }: Module): void {
  if (!isNodeFiles(NODEFS)) throw new Error('PGlite has no files of Node.');
  NODEFS.stream_ops.fsync = ({ nfd, node }) => {
    try {
      if (nfd === undefined) syncFolder(NODEFS.realPath(node));
      else fs.fsyncSync(nfd);
    } catch {
      end();
    }
    return 0;
  };
}

/**
 * PostgreSQL ends its process when it cannot write its log. As a part of this one it
 * would go round for ever, and nothing here would be answered.
 */
function endWithoutLog({ NODEFS }: Module): void {
  if (!isNodeFiles(NODEFS)) throw new Error('PGlite has no files of Node.');
  const { stream_ops: files } = NODEFS;
  const { write } = files;
  files.write = (stream, buffer, offset, length, position) => {
    if (!stream.path?.includes('/pg_wal/')) {
      return write(stream, buffer, offset, length, position);
    }
    try {
      const written = write(stream, buffer, offset, length, position);
      if (written === length) return written;
    } catch {
      // Below.
    }
    return end();
  };
}

/** What was acknowledged is on the disk, and the next start finds it. */
function end(): never {
  // At once: nothing of this process runs any more.
  fs.writeSync(
    process.stderr.fd,
    'The database cannot write to its disk, which is full or broken: this server ends.\n',
  );
  process.exit(1);
}

function isNodeFiles(files: object): files is NodeFiles {
  return 'stream_ops' in files && 'realPath' in files;
}

/** Waits until the contents of a file are on the disk. */
export function syncFile(path: string): void {
  // Windows writes through only what may be written.
  sync(path, 'r+');
}

/** Waits until the names in a folder are on the disk. */
export function syncFolder(path: string): void {
  // Windows cannot open a folder, and does not need to.
  if (process.platform !== 'win32') sync(path, 'r');
}

function sync(path: string, flags: string): void {
  const file = fs.openSync(path, flags);
  try {
    fs.fsyncSync(file);
  } finally {
    fs.closeSync(file);
  }
}
