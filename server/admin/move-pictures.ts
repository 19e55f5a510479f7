import { sql } from 'drizzle-orm';

import type { Files } from '../pictures/files';
import { moveToDatabase, moveToStore } from '../pictures/move-files';
import { PictureStoreError } from '../pictures/picture-store';
import { OptionError } from '../start/options';
import { AdminError } from './admin-error';
import { auditCommand } from './audit-command';

interface Moving {
  now: Date;
  print: (line: string) => void;
  say: (line: string) => void;
}

const PLACES = { 'to-store': 'store', 'to-database': 'database' } as const;

/**
 * Moves all pictures to the place that `direction` names. Rejects with an
 * `AdminError` where the store stops it, some are lost, or the store still has
 * objects; what was moved until then stays moved.
 */
export async function movePictures(
  files: Files,
  direction: string,
  { now, print, say }: Moving,
): Promise<void> {
  if (direction !== 'to-store' && direction !== 'to-database') {
    throw new OptionError('Say: move-pictures to-store or to-database');
  }
  if (!files.store) throw new AdminError('PICTURES_URL is not set.');
  const place = PLACES[direction];
  const move = direction === 'to-store' ? moveToStore : moveToDatabase;
  let count = 0;
  const progress = (moved: number) => {
    count = moved;
    say(`${moved} pictures are in the ${place} now.`);
  };
  const { moved, lost, remaining } = await move(files, { now, progress }).catch(
    (thrown: unknown) => {
      throw explainStore(thrown, `At least ${count} are moved: say it again.`);
    },
  );
  const after = { to: place, count: moved };
  await auditCommand(files.db, now, { action: 'pictures moved', after });
  // Deleted rows take their room until then, and PGlite has no autovacuum.
  await files.db.execute(sql`vacuum file_part`);
  print(`${moved} pictures were moved to the ${place}.`);
  for (const sha256 of lost) print(`Missing or damaged: ${sha256}`);
  if (lost.length > 0) {
    throw new AdminError(
      `${lost.length} pictures are missing or damaged where they were, and stay there. A backup from before may hold them.`,
    );
  }
  requireRemoved(remaining, files);
}

/** Rejects with an `AdminError` where the store has objects that it should not. */
export function requireRemoved(
  remaining: number,
  { store }: Pick<Files, 'store'>,
): void {
  if (remaining === 0) return;
  const reason = store ? '' : ' PICTURES_URL is not set.';
  throw new AdminError(
    `The store still holds ${remaining} pictures: it did not delete them, or a backup is being made.${reason} Say the same command again; a server with the store tries it every hour, too.`,
  );
}

/** Why the store stopped a command, with what it said; other errors as they are. */
function explainStore(thrown: unknown, advice: string): unknown {
  if (!(thrown instanceof PictureStoreError)) return thrown;
  return new AdminError(`${thrown.message} (${thrown.said}) ${advice}`);
}
