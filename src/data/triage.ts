import { databases } from '@/db/open';
import type { TriageHistory } from '@/domain/triage/triage';

import { createSharedReads, useSharedLive } from '@/data/live/shared-reads';
import { useFigures } from '@/data/live/use-live';

/** What was decided about threads, by their keys; a thread without a mark is absent. */
export type TriageByThread = ReadonlyMap<string, TriageHistory>;

const shared = createSharedReads<TriageByThread>();

/** All decisions, live. Undefined until read. */
export function useTriage(): TriageByThread | undefined {
  return useSharedLive(shared, 'triage', readTriage);
}

/** All decisions; in one request, however many threads have one. */
export async function readTriage(): Promise<TriageByThread> {
  const rows = await databases().intent.triage.toArray();
  return new Map(rows.map(({ key, history }) => [key, history]));
}

/** How many threads have a decision; undefined until read. */
export function useTriageCount(): number | undefined {
  return useFigures('triage-count', () => databases().intent.triage.count());
}
