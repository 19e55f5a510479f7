import { useFigures } from '@/data/live/use-live';
import type { UnsharedCount } from '@/data/triage/triage';
import { useUnsharedCount } from '@/data/triage/triage';
import { databases } from '@/db/open';

/** The local work, in numbers: what is on this device and no change of the outbox sends. */
export interface LocalWork extends UnsharedCount {
  /** Observers with a call. */
  calls: number;
  hasPlan: boolean;
  /** Without the deleted ones, which are stored as well. */
  views: number;
}

/** All local work but the decisions about threads. */
export async function countLocalWork(): Promise<
  Omit<LocalWork, keyof UnsharedCount>
> {
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
  const unshared = useUnsharedCount();
  const rest = useFigures('local-work', countLocalWork);
  if (unshared === undefined || rest === undefined) return undefined;
  return { ...unshared, ...rest };
}

/** So many things are gone when all of it is deleted. */
export function sumLocalWork(work: LocalWork): number {
  const { waiting, decided, calls, hasPlan, views } = work;
  return waiting + decided + calls + Number(hasPlan) + views;
}
