import * as writer from '@/db/writer';

/**
 * From here on no new change is taken on this page; drafts still are. A file of
 * its own: the shell needs it before anybody has signed in, when the databases
 * are not loaded yet.
 */
export function pauseWrites(): void {
  writer.pauseWrites();
}

/** The update did not happen: changes are taken again. */
export function resumeWrites(): void {
  writer.resumeWrites();
}
