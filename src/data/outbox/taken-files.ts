import type { IntentDatabase, TakenFile } from '@/db/intent';

/** The oldest are forgotten first: nobody takes in so many files in one election. */
const FILES_MAX = 100;

/** A queue file; those of earlier versions have no id. */
interface WithId {
  id?: string | undefined;
}

/**
 * When this device took a file in first, in epoch ms; undefined when it did not, or the
 * file has no id. It is noted in `intent`, so a logout that deletes the outbox deletes it.
 */
export async function findTakenAt(
  intent: IntentDatabase,
  { id }: WithId,
): Promise<number | undefined> {
  const files = await readTaken(intent);
  return files.find((file) => file.id === id)?.at;
}

/**
 * Notes that a file was taken in. Call inside the transaction that takes it in: two tabs
 * may do so at once, and one that fails has taken nothing.
 */
export async function noteTaken(
  intent: IntentDatabase,
  { id }: WithId,
): Promise<void> {
  if (id === undefined) return;
  const files = await readTaken(intent);
  if (files.some((file) => file.id === id)) return;
  const taken = [...files, { id, at: Date.now() }].slice(-FILES_MAX);
  await intent.meta.put({ k: 'takenFiles', v: taken });
}

async function readTaken({ meta }: IntentDatabase): Promise<TakenFile[]> {
  const row = await meta.get('takenFiles');
  return row?.k === 'takenFiles' ? row.v : [];
}
