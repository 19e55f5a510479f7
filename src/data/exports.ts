import { databases } from '@/db/open';
import type { Reply } from '@/domain/outbox/outcome';
import type { ThreadFilter } from '@/domain/answers/thread';
import { sync } from '@/workers/client';

/** What the server gives as a file. */
export type Exported = 'answers' | 'notes';

/**
 * The server's file of answers or notes under a filter; needs the server.
 * @param onProgress called with the bytes so far.
 * @returns kind `missing` when nothing matched (docs/api-contract.md 5, row 7).
 */
export async function download(
  what: Exported,
  filter: ThreadFilter,
  onProgress: (bytes: number) => void,
): Promise<Reply<{ blob: Blob; fileName: string }>> {
  const phone = filter.observerPhone;
  const found = phone
    ? await databases()
        .cache.observers.filter((row) => row.phone.includes(phone))
        .limit(2)
        .toArray()
    : [];
  // Servers do not read the phone: its observer's id stands for it when there is
  // one only.
  const idObserver = found.length === 1 ? found[0]?.id : undefined;
  return what === 'notes'
    ? sync.downloadNotes(filter, idObserver, onProgress)
    : sync.downloadAnswers(filter, idObserver, onProgress);
}
