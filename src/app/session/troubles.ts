import { proxy } from 'valtio';

import type { DatabaseTrouble } from '@/data/session/session';
import { stopSync, watchDatabases } from '@/data/session/session';

/**
 * undeleted: the data of the last logout could not be deleted yet. denied: the
 * browser lets us keep nothing. checking: the server has been silent for so long
 * that it is asked before anything is shown.
 */
export type Trouble =
  | Exclude<DatabaseTrouble, 'opened' | 'silent' | 'heard'>
  | 'undeleted'
  | 'denied'
  | 'checking';

/** What keeps the signed-in part from being shown, or from being whole. */
export const troubles = proxy<{
  current?: Trouble | undefined;
  /** A database of this device answers nothing; a banner says so. */
  isSilent?: boolean;
}>({});

/**
 * Covers the screens and stops the worker: without the database its work would
 * be lost.
 */
export function tellTrouble(trouble: Trouble): void {
  // A trouble that explains later ones stays on screen when those follow.
  const isExplained =
    troubles.current === 'deleted' ||
    (troubles.current === 'denied' && trouble === 'closed');
  if (!isExplained) troubles.current = trouble;
  void stopSync();
}

watchDatabases((trouble) => {
  switch (trouble) {
    case 'opened':
      if (troubles.current === 'blocked') delete troubles.current;
      return;
    case 'blocked':
      // Waits for the other tabs, and goes on by itself when they are closed.
      troubles.current = 'blocked';
      return;
    case 'silent':
    case 'heard':
      // What is on the screen, and what is being written, stays there.
      troubles.isSilent = trouble === 'silent';
      return;
    case 'stale':
    case 'closed':
    case 'deleted':
      tellTrouble(trouble);
  }
});
