import { statfs } from 'node:fs/promises';

/**
 * Room that changes leave on the disk of the database: more than one of them may need,
 * as PostgreSQL, embedded or not, cannot go on once it has no room for its log.
 */
export const RESERVED_BYTES = 128 * 1024 * 1024;

/** With less, organizers are told that somebody has to make room. */
const LOW_BYTES = 1024 * 1024 * 1024;

/** PostgreSQL found no room at a write so lately that there may still be none, in ms. */
const FULL_FOR_MS = 60_000;

/** PostgreSQL's code of a write that found no room. */
export const DISK_FULL = '53100';

/** What is known of the room for the database. */
export interface Disk {
  /** Whether changes have to be refused or fail for want of room. */
  isFull: () => Promise<boolean>;
  /** Whether changes have to be refused before they are tried. */
  isReserved: () => Promise<boolean>;
  /** Whether somebody has to make room soon, or has to now. */
  isLow: () => Promise<boolean>;
  /** An error of a change; one of a full disk is noted, and the log says so. */
  noteError: (code: string | undefined) => void;
}

/**
 * @param freeBytes room on the disk of the database; absent for one in memory and for a
 *   PostgreSQL whose disk is on another computer: it is known by its errors alone.
 */
export function createDisk(
  freeBytes: (() => Promise<number>) | undefined,
  now: () => Date,
  log: (line: string) => void,
): Disk {
  let wasReserved = false;
  let fullAt = Number.NEGATIVE_INFINITY;
  let toldAt = Number.NEGATIVE_INFINITY;

  async function isReserved(): Promise<boolean> {
    // Without an answer of the disk the change is tried.
    const free = await freeBytes?.().catch(() => undefined);
    if (free === undefined) return false;
    const isReserved = free < RESERVED_BYTES;
    if (isReserved !== wasReserved) {
      const mebibytes = Math.floor(free / 1024 / 1024);
      log(
        isReserved
          ? `The disk of the database is full (${mebibytes} MiB left): changes are refused until there is room.`
          : `The disk of the database has room again (${mebibytes} MiB): changes are taken.`,
      );
    }
    wasReserved = isReserved;
    return isReserved;
  }

  const isFull = async () =>
    now().getTime() - fullAt < FULL_FOR_MS || (await isReserved());

  return {
    isReserved,
    isFull,
    async isLow() {
      const free = await freeBytes?.().catch(() => undefined);
      return (free !== undefined && free < LOW_BYTES) || isFull();
    },
    noteError(code) {
      if (code !== DISK_FULL) return;
      fullAt = now().getTime();
      if (fullAt - toldAt < FULL_FOR_MS) return;
      toldAt = fullAt;
      log('The database has no room on its disk: a change was not stored.');
    },
  };
}

/** Room that others than root may use, in bytes. */
export async function freeBytesIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
