import { sync } from '@/workers/client';

/**
 * Asks whether a file of a note has no byte: one request, for a file that somebody opens.
 * @param src the whole address. @returns false also where nobody can tell.
 */
export async function isFileEmpty(src: string): Promise<boolean> {
  // A sync worker that is gone answers with a failure, which says nothing of the file.
  return (await sync.isFileEmpty(src)) === true;
}
