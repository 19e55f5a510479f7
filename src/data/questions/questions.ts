import { readPlan } from '@/data/coverage/plan';
import { guardUnload } from '@/data/device/unload-guard';
import { useFigures, useLive } from '@/data/live/use-live';
import { readThreadsOf } from '@/data/threads/threads-of';
import { readTriage } from '@/data/triage/triage';
import type { DetailRow, ThreadRow } from '@/db/cache';
import { databases } from '@/db/open';
import { withRoom } from '@/db/reserve';
import { assertFreshBuild, assertNotPaused } from '@/db/writer';
import { threadKey } from '@/domain/answers/thread';
import type { AnswerBlock } from '@/domain/questions/answer-block';
import { stationName } from '@/domain/questions/stations';
import type { TriageHistory } from '@/domain/triage/triage';

export interface PackedAnswers {
  blocks: readonly AnswerBlock[];
  /** False while the first download goes on: then some or all are missing. */
  arePacked: boolean;
}

/** The packed answers of this device, live. Undefined until read. */
export function usePackedAnswers(): PackedAnswers | undefined {
  return useFigures('packed-answers', () => {
    const { cache } = databases();
    const { answerBlocks, meta } = cache;
    return cache.transaction('r', answerBlocks, meta, async () => ({
      blocks: await answerBlocks.toArray(),
      arePacked: (await meta.get('areAnswersPacked')) !== undefined,
    }));
  });
}

/**
 * Organisations and the ids of their observers, live. Undefined until read.
 * @param isWanted false reads nothing: an admin of one has only its own.
 */
export function useOrganisations(
  isWanted: boolean,
): ReadonlyMap<string, ReadonlySet<number>> | undefined {
  return useFigures(`organisations:${isWanted}`, async () => {
    const ids = new Map<string, Set<number>>();
    if (!isWanted) return ids;
    await databases().cache.observers.each(({ id, ngo }) => {
      const known = ids.get(ngo);
      if (known) known.add(id);
      else ids.set(ngo, new Set([id]));
    });
    return ids;
  });
}

/** A plan that a coordinator declared a random sample of stations. */
export interface SamplePlan {
  /** Each station once, as `stationName` says it. */
  stations: ReadonlySet<string>;
  isDeclared: boolean;
}

/** The stations of the plan, live: undefined until read, null while there is no plan. */
export function useSamplePlan(): SamplePlan | null | undefined {
  return useLive('sample-plan', async () => {
    const plan = await readPlan();
    if (!plan) return null;
    const row = await databases().intent.meta.get('sampleOf');
    return {
      stations: new Set(
        plan.lines.map(({ county, station }) => stationName(county, station)),
      ),
      isDeclared: row?.k === 'sampleOf' && row.v === plan.importedAt,
    };
  });
}

/**
 * Declares the plan of this device a random sample, or takes that back. Another plan is
 * none until somebody says so. @throws when the device cannot store it.
 */
export async function declareSample(isSample: boolean): Promise<void> {
  const { intent } = databases();
  const { meta, plan } = intent;
  assertNotPaused();
  await guardUnload(() =>
    withRoom(() =>
      intent.transaction('rw', plan, meta, async () => {
        await assertFreshBuild(intent);
        const row = await plan.get('plan');
        if (!row || !isSample) await meta.delete('sampleOf');
        else await meta.put({ k: 'sampleOf', v: row.importedAt });
      }),
    ),
  );
}

/** One report of a station, as far as it is cached. */
export interface ComparedReport {
  key: string;
  observerId: number;
  thread: ThreadRow | undefined;
  detail: DetailRow | undefined;
  /** What staff decided about it, newest first. */
  history: TriageHistory;
}

/** The reports of a station by these observers, live. Undefined until read. */
export function useComparedReports(
  pollingStationId: number,
  observerIds: readonly number[],
): ComparedReport[] | undefined {
  const keys = observerIds.map((id) => threadKey(id, pollingStationId));
  return useLive(`compared:${keys.join()}`, async () => {
    const [threads, details, triage] = await Promise.all([
      readThreadsOf(keys),
      databases().cache.details.bulkGet(keys),
      readTriage(keys),
    ]);
    return keys.map((key, at) => ({
      key,
      observerId: observerIds[at] ?? 0,
      thread: threads[at],
      detail: details[at],
      history: triage.get(key) ?? [],
    }));
  });
}
