import { access } from 'node:fs/promises';

import { isDatabaseAway } from '../db/database-away';
import { AdminError } from './admin-error';

/**
 * Lets `write` make the file `path`. Rejects with an `AdminError` where one is
 * there already, and where the disk is full or the folder missing.
 */
export async function writeNewFile<Result>(
  path: string,
  write: () => Promise<Result>,
): Promise<Result> {
  if (await isThere(path)) throw new AdminError(`${path} is there already.`);
  return write().catch((thrown: unknown) => {
    throw explainFile(thrown, path);
  });
}

export function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** A full disk or a missing folder in words; other errors as they are. */
function explainFile(thrown: unknown, path: string): unknown {
  const isOfFile = thrown instanceof Error && 'syscall' in thrown;
  if (!isOfFile || !('code' in thrown)) return thrown;
  return isDatabaseAway(thrown)
    ? thrown
    : new AdminError(`Cannot write ${path}: ${String(thrown.code)}.`);
}
