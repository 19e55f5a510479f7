import { config } from '@/config';
import { loadPhones } from '@/data/phones';
import { useLive } from '@/data/live/use-live';
import { databases } from '@/db/open';
import type { Reply } from '@/domain/outbox/outcome';
import type { ThreadFilter } from '@/domain/answers/thread';
import { sync } from '@/workers/client';

/** What the server gives as a file. */
export type Exported = 'answers' | 'notes';

/**
 * The server's file of answers or notes under a filter; needs the server.
 * @param onProgress called with the bytes so far.
 * @returns kind `missing` when nothing matched (docs/api-contract.md 4.5).
 */
export async function download(
  what: Exported,
  filter: ThreadFilter,
  onProgress: (bytes: number) => void,
): Promise<Reply<{ blob: Blob; fileName: string }>> {
  const idObserver =
    (await findExportedObserver(filter.observerPhone)) ?? undefined;
  return what === 'notes'
    ? sync.downloadNotes(filter, idObserver, onProgress)
    : sync.downloadAnswers(filter, idObserver, onProgress);
}

/**
 * The id that stands for the phone of a filter, as servers do not read the phone; null
 * when no cached observer fits it, or several do. Undefined until read.
 */
export function useExportedObserver(
  phone: string | undefined,
): number | null | undefined {
  return useLive(`exported-observer:${phone}`, () =>
    findExportedObserver(phone),
  );
}

async function findExportedObserver(
  phone: string | undefined,
): Promise<number | null> {
  if (!phone) return null;
  const { phoneFinder } = await loadPhones();
  const isFound = phoneFinder(phone, config.phoneCountry);
  const [one, ...others] = await databases()
    .cache.observers.filter((row) => isFound(row.phone))
    .limit(2)
    .toArray();
  return one && others.length === 0 ? one.id : null;
}
