import { databases } from '@/db/open';

import { useTriageCount } from './triage';
import { useFigures } from '@/data/live/use-live';

/** The local work, in numbers: what is on this device and no change of the outbox sends. */
export interface LocalWork {
  /** Threads with a decision. */
  decided: number;
  /** Observers with a call. */
  calls: number;
  hasPlan: boolean;
  /** Without the deleted ones, which are stored as well. */
  views: number;
}

/** All local work but the decisions about threads. */
export async function countLocalWork(): Promise<Omit<LocalWork, 'decided'>> {
  const { calls, plan, views } = databases().intent;
  const [called, planned, saved] = await Promise.all([
    calls.count(),
    plan.count(),
    views.filter(({ isDeleted }) => isDeleted !== true).count(),
  ]);
  return { calls: called, hasPlan: planned > 0, views: saved };
}

/** The local work, live; undefined until read. */
export function useLocalWork(): LocalWork | undefined {
  const decided = useTriageCount();
  const rest = useFigures('local-work', countLocalWork);
  if (decided === undefined || rest === undefined) return undefined;
  return { decided, ...rest };
}

/** So many things are gone when all of it is deleted. */
export function sumLocalWork(work: LocalWork): number {
  const { decided, calls, hasPlan, views } = work;
  return decided + calls + Number(hasPlan) + views;
}
