import { guardUnload } from '@/data/device/unload-guard';
import { useLive } from '@/data/live/use-live';
import { databases } from '@/db/open';
import { withRoom } from '@/db/reserve';
import { assertFreshBuild, assertNotPaused } from '@/db/writer';
import type { Plan, PlanLine } from '@/domain/plan/plan';

/** The plan of this device, live: undefined until read, null while there is none. */
export function usePlan(): Plan | null | undefined {
  return useLive('plan', readPlan);
}

/** The plan of this device; null while there is none. */
export async function readPlan(): Promise<Plan | null> {
  const row = await databases().intent.plan.get('plan');
  if (!row) return null;
  const { fileName, importedAt, lines } = row;
  return { fileName, importedAt, lines };
}

/**
 * Stores a plan in the place of the one before. Resolves once it can no longer be
 * lost (one strict transaction).
 * @param now epoch ms.
 * @throws when the device cannot store it, or it has no line: then the plan
 * before is still there.
 */
export async function replacePlan(
  { fileName, lines }: { fileName: string; lines: readonly PlanLine[] },
  now = Date.now(),
): Promise<void> {
  if (lines.length === 0) throw new RangeError('A plan without a line');
  await write(async (plan) => {
    const before = await plan.get('plan');
    // Of two devices the later import counts: it is this one, whatever the clock says.
    const importedAt = Math.max(now, (before?.importedAt ?? 0) + 1);
    await plan.put({ name: 'plan', fileName, importedAt, lines });
  });
}

/**
 * Removes the plan from this device, in one strict transaction.
 * @throws when the device cannot store that: then the plan is still there.
 */
export function removePlan(): Promise<void> {
  return write((plan) => plan.delete('plan'));
}

type PlanTable = ReturnType<typeof databases>['intent']['plan'];

async function write(
  change: (plan: PlanTable) => Promise<unknown>,
): Promise<void> {
  const { intent } = databases();
  const { plan, meta } = intent;
  assertNotPaused();
  await guardUnload(() =>
    withRoom(() =>
      intent.transaction('rw', plan, meta, async () => {
        await assertFreshBuild(intent);
        await change(plan);
      }),
    ),
  );
}
