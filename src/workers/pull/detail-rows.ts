import type { CacheDatabase, DetailRow } from '@/db/cache';
import { writeDigests } from '@/db/cache';
import type { DetailParts } from '@/domain/answers/details';
import type { Note } from '@/domain/answers/note';
import type { ThreadPair } from '@/domain/answers/thread';
import { threadKey } from '@/domain/answers/thread';
import { fingerprint } from '@/domain/outbox/fingerprint';

import { changeBlocks } from './blocks';

/** Signed addresses of attachments may expire: older ones are replaced when read again. */
const SIGNATURES_VALID_MS = 10 * 60_000;

/** What the details of a thread are written to. */
export const DETAIL_TABLES = [
  'details',
  'threads',
  'answerBlocks',
  'textBlocks',
] as const;

/** Resource of one thread's details. */
export function detailResource(key: string): string {
  return `detail:${key}`;
}

/**
 * Stores what was read of threads, and the digests in their rows. A part that is
 * absent keeps its cached value; what is the same is not written again. Call it in a
 * commit of `DETAIL_TABLES`.
 * @param now epoch ms.
 */
export async function putDetails(
  cache: CacheDatabase,
  now: number,
  read: readonly (ThreadPair & DetailParts)[],
): Promise<void> {
  const { details, threads } = cache;
  const cached = await details.bulkGet(read.map(keyOf));
  const rows: DetailRow[] = [];
  const changed: DetailRow[] = [];
  for (const [at, thread] of read.entries()) {
    const before = cached[at];
    const row = rowOf(thread, before, now);
    if (!row) continue;
    const isSame = row.hash === before?.hash;
    if (isSame && now - before.writtenAt < SIGNATURES_VALID_MS) continue;
    rows.push(row);
    if (!isSame) changed.push(row);
  }
  if (rows.length > 0) await details.bulkPut(rows);
  if (changed.length === 0) return;
  await writeDigests(threads, changed);
  await changeBlocks(cache, changed);
}

/** Undefined while nothing of the thread is known. */
function rowOf(
  thread: ThreadPair & DetailParts,
  before: DetailRow | undefined,
  now: number,
): DetailRow | undefined {
  const { observerId, pollingStationId } = thread;
  const parts = {
    answers: thread.answers ?? before?.answers,
    extra: thread.extra === undefined ? before?.extra : thread.extra,
    notes: thread.notes ?? before?.notes,
  };
  if (Object.values(parts).every((part) => part === undefined)) {
    return undefined;
  }
  const notes = parts.notes?.map(withoutSignatures);
  const hash = fingerprint({ ...parts, notes });
  const isSame = hash === before?.hash;
  return {
    key: keyOf(thread),
    observerId,
    pollingStationId,
    ...parts,
    hash,
    changedAt: isSame ? before.changedAt : now,
    writtenAt: now,
  };
}

function keyOf({ observerId, pollingStationId }: ThreadPair): string {
  return threadKey(observerId, pollingStationId);
}

/** Signed addresses differ on every read; a note has not changed for that. */
function withoutSignatures(note: Note) {
  return { ...note, attachments: note.attachments.map(({ path }) => path) };
}
