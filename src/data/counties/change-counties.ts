import { enqueue } from '@/data/outbox/change-ops';
import type { County, CountyInput, CountyPatch } from '@/domain/county';
import { temporaryId } from '@/domain/outbox/op';
import type { Reply } from '@/domain/outbox/outcome';
import type { PlacesSummary } from '@/domain/places';
import { sync } from '@/workers/client';

/** Enqueues a new county. */
export function createCounty(input: CountyInput): Promise<void> {
  return enqueue('county.create', { id: temporaryId(Math.random), input });
}

/**
 * Enqueues an edit of a county.
 * @param county as the user saw it when they began.
 * @returns false when nothing differs, so nothing was enqueued.
 */
export async function updateCounty(
  county: County,
  input: CountyInput,
): Promise<boolean> {
  const { id, name, code, diaspora, order } = county;
  const base: CountyInput = { name, code, diaspora, order };
  const patch: CountyPatch = {
    ...(input.name === name ? {} : { name: input.name }),
    ...(input.code === code ? {} : { code: input.code }),
    ...(input.diaspora === diaspora ? {} : { diaspora: input.diaspora }),
    ...(input.order === order ? {} : { order: input.order }),
  };
  if (Object.keys(patch).length === 0) return false;
  await enqueue('county.update', { id, base, patch });
  return true;
}

/**
 * Looks at places of a file, or adds and changes them; needs the server. After an
 * import the list of counties is read again.
 * @param csv what `placesCsv` makes. @param onProgress called with the share that went
 * out, 0 to 1.
 */
export async function importPlaces(
  csv: string,
  { dryRun }: { dryRun: boolean },
  onProgress: (share: number) => void,
): Promise<Reply<PlacesSummary | undefined>> {
  const reply = await sync.importPlaces(csv, dryRun, onProgress);
  if (reply.ok && !dryRun) void sync.pullCounties();
  return reply;
}
