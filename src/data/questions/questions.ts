import { guardUnload } from '@/data/device/unload-guard';
import { useFigures, useLive } from '@/data/live/use-live';
import { databases } from '@/db/open';
import { withRoom } from '@/db/reserve';
import { assertFreshBuild, assertNotPaused } from '@/db/writer';
import type { AnswerBlock } from '@/domain/questions/answer-block';
import { stationName } from '@/domain/questions/figures';

import { readPlan } from '@/data/coverage/plan';

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
