import { config } from '@/config';
import { loadPhones } from '@/data/phones';
import { useLive } from '@/data/live/use-live';
import { databases } from '@/db/open';
import type { Observer } from '@/domain/observers/observer';
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
  const observer = await findExportedObserver(filter.observerPhone);
  const asked = { ...filter, ...(await phoneOf(filter, observer)) };
  return what === 'notes'
    ? sync.downloadNotes(asked, observer?.id, onProgress)
    : sync.downloadAnswers(asked, observer?.id, onProgress);
}

/** As the server stores it: those that read the phone compare it letter by letter. */
async function phoneOf(
  { observerPhone }: ThreadFilter,
  observer: Observer | null,
): Promise<Pick<ThreadFilter, 'observerPhone'>> {
  if (!observerPhone) return {};
  if (observer) return { observerPhone: observer.phone };
  const { phoneToStore } = await loadPhones();
  return { observerPhone: phoneToStore(observerPhone, config.phoneCountry) };
}

/**
 * The id that stands for the phone of a filter, as servers do not read the phone; null
 * when no cached observer fits it, or several do. Undefined until read.
 */
export function useExportedObserver(
  phone: string | undefined,
): number | null | undefined {
  return useLive(`exported-observer:${phone}`, async () => {
    const observer = await findExportedObserver(phone);
    return observer && observer.id;
  });
}

async function findExportedObserver(
  phone: string | undefined,
): Promise<Observer | null> {
  if (!phone) return null;
  const { phoneFinder } = await loadPhones();
  const isFound = phoneFinder(phone, config.phoneCountry);
  const [one, ...others] = await databases()
    .cache.observers.filter((row) => isFound(row.phone))
    .limit(2)
    .toArray();
  return one && others.length === 0 ? one : null;
}
