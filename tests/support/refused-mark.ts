import { databases } from '@/db/open';
import type { RefusedMark } from '@/domain/triage/refused';

/** Has the server refuse the newest decision of this device about a thread. */
export async function refuseNewest(key: string): Promise<RefusedMark> {
  const { triage, refusedMarks } = databases().intent;
  const [mark] = (await triage.get(key))?.history ?? [];
  if (!mark) throw new Error(`Nothing was decided about ${key}`);
  const refused: RefusedMark = {
    key,
    ...mark,
    failure: {
      kind: 'missing',
      status: 404,
      detail: 'There is no such thread.',
    },
  };
  await refusedMarks.put(refused);
  return refused;
}
